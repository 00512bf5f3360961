import { expect, test } from '@jest/globals'
import { checkedBody } from '../check/documents.ts'

const variables = 'substitute the variables first, for example with envsubst'
const render = 'render the template first'

test.each([
  [`maxPods: \${MAX_PODS}`, variables],
  ['maxPods: $MAX_PODS', variables],
  [`clusterDNS: \${CLUSTER_DNS}`, variables],
  [`syncFrequency: "\${SYNC:-1m}"`, variables],
  ['failSwapOn: "{{ .Values.failSwapOn }}"', render],
  ['maxPods: "{% if a %}5{% endif %}"', render],
  ['maxPods: <%= max_pods %>', render],
  ['maxPods: "$"', undefined],
  ['maxPods: "5"', 'remove the quotes'],
])('%s', async (body, remedy) => {
  const { findings } = await checkedBody(`${body}\n`)
  expect(findings.map((one) => one.remedy)).toEqual([remedy])
})
