import { expect, test } from '@jest/globals'
import { checkedBody } from '../check/documents.ts'

test('an unknown cipher suite is the only problem, as in the kubelet, even if no suite is for HTTP/2', async () => {
  const { findings } = await checkedBody('tlsCipherSuites: [ECDHE-RSA-AES128-GCM-SHA256]\n')
  expect(findings.map(({ path, message }) => ({ path, message }))).toEqual([
    { path: 'tlsCipherSuites[0]', message: "unknown cipher suite 'ECDHE-RSA-AES128-GCM-SHA256'" },
  ])
})
