import { expect, test } from '@jest/globals'
import { checkedBody } from './documents.ts'

test.each([
  ['reservedSystemCPUs: 0-3\n', ['info S14']],
  ['reservedSystemCPUs: 3-0\n', ['error V66']],
  ['reservedSystemCPUs: 0-3\nkubeReservedCgroup: /a\n', ['error V65']],
  ['memorySwap: {swapBehavior: LimitedSwap}\nfailSwapOn: false\n', ['info S14']],
  ['memorySwap: {swapBehavior: UnlimitedSwap}\n', ['error V46']],
  ['imageGCLowThresholdPercent: 90\nauthentication: {x509: {clientCAFile: /a}}\n', ['error V13', 'info S14']],
  ['kubeReserved: {memory: 500Gi, cpu: "-5"}\n', ['info S14', 'error S04']],
  ['kubeReserved: {memory: 500Gi}\nsystemReserved: {pid: "-5"}\n', ['info S14', 'error S04']],
  ['kubeReserved: {memory: 500Gi}\nsystemReserved: {memory: "-5Gi"}\n', ['error S04']],
  ['kubeReserved: {memory: 500Gi, cpu: "8"}\nsystemReserved: {memory: many}\n', ['info S14', 'error S04']],
])('the host counts where the value is right: %j', async (body, said) => {
  const { findings } = await checkedBody(body)
  expect(findings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(said)
})
