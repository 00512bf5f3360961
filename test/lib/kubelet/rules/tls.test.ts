import { expect, test } from '@jest/globals'
import { checkedBody } from '../check/documents.ts'

test('an unknown cipher suite is all that is said, as by the kubelet, even when HTTP/2 finds none either', async () => {
  const { findings } = await checkedBody('tlsCipherSuites: [ECDHE-RSA-AES128-GCM-SHA256]\n')
  expect(findings.map(({ path, message }) => ({ path, message }))).toEqual([
    { path: 'tlsCipherSuites[0]', message: "unknown cipher suite 'ECDHE-RSA-AES128-GCM-SHA256'" },
  ])
})
