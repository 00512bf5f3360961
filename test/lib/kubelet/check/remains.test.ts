import { expect, test } from '@jest/globals'
import { checkedBody } from './documents.ts'

const low = 'imageGCLowThresholdPercent: 90\n'

test.each([
  ['maxPods: x\n', low, ['DECODE-TYPE', 'V13']],
  ['clusterDNS: 10.0.0.10\n', 'cpuManagerPolicy: all\n', ['DECODE-TYPE', 'S06']],
  ['systemReserved: {gpu: 1}\n', 'featureGates: {NodeSwp: true}\n', ['DECODE-TYPE', 'V01']],
  ['maxPods: x\n', 'authentication: {x509: {clientCAFile: /a}}\n', ['DECODE-TYPE', 'S14']],
  ['featureGates: {NodeSwap: "true"}\n', 'shutdownGracePeriodCriticalPods: 10s\n', ['DECODE-TYPE', 'V40']],
  ['featureGates: {A.b: "true"}\n', 'shutdownGracePeriodCriticalPods: 10s\n', ['DECODE-TYPE', 'V40']],
  ['logging: {options: {json: {infoBufferSize: x}}}\n', 'memorySwap: {swapBehavior: x}\n', ['DECODE-FORMAT', 'V46']],
  ['evictionHard: {memory.available: {a: b}, foo.available: 5%}\n', '', ['DECODE-TYPE', 'S01']],
  ['kubeReserved: {cpu: 1, memory: lots}\n', '', ['DECODE-TYPE', 'S04']],
  ['port: x\n', 'address: everywhere\nprotectKernelDefaults: true\n', ['DECODE-TYPE', 'S17', 'S14']],
  ['port: x\n', 'protectKernelDefaults: true\n', ['DECODE-TYPE', 'S14']],
  ['evictionHard: 5%\n', 'kubeReserved: {cpu: "2"}\n', ['DECODE-TYPE', 'S14']],
  ['featureGates: {NodeSwap: "true"}\n', 'protectKernelDefaults: true\n', ['DECODE-TYPE', 'S14']],
  ['enforceNodeAllocatable: pods\n', 'protectKernelDefaults: true\n', ['DECODE-TYPE', 'S14']],
])('the rest of what does not decode is judged as well: %j beside %j', async (wrong, other, rules) => {
  const { valid, findings, document } = await checkedBody(wrong + other)
  expect(findings.map(({ rule }) => rule)).toEqual(rules)
  expect({ valid, document }).toEqual({ valid: false, document: undefined })
})

test.each([
  ['a neighbour', `imageGCHighThresholdPercent: x\n${low}`],
  [
    'another field',
    'evictionSoft: {memory.available: 20%}\nevictionMaxPodGracePeriod: 60\nevictionSoftGracePeriod: {memory.available: 5}\n',
  ],
  ['another item', 'enforceNodeAllocatable: [pods, 5, none]\n'],
  ['a gate', 'featureGates: {LoggingAlphaOptions: "true"}\nlogging: {options: {json: {splitStream: true}}}\n'],
  ['the gate for all of a stage', 'featureGates: {AllBeta: 1}\nmemorySwap: {swapBehavior: LimitedSwap}\n'],
  ['all gates', 'featureGates: {NodeSwap: "true", NodeSwp: true}\n'],
  ['what is around it', 'logging: 5\nfeatureGates: {ContextualLogging: true}\n'],
  ['what is in it', 'tracing: {samplingRatePerMillion: x}\n'],
])('what depends on what does not decode is left open: %s', async (_, body) => {
  expect((await checkedBody(body)).findings.map(({ stage }) => stage)).toEqual(['decode'])
})

test('a release that ignores a field runs the rules about all other fields', async () => {
  const body = `crashLoopBackOff: 5\n${low}`
  expect((await checkedBody(body, '1.28')).findings.map(({ rule }) => rule)).toEqual(['STRICT-UNKNOWN', 'V13'])
  expect((await checkedBody(body, '1.36')).findings.map(({ rule }) => rule)).toEqual(['DECODE-TYPE', 'V13'])
})

test.each([
  ['clusterDNS: 10.96.0.10\n', 'write it as a list, such as [VALUE]'],
  ['registerWithTaints: {key: a}\n', "write '- ' before each item"],
  [
    'evictionHard: {nodefs.available: 10}\n',
    "write a percentage such as '10%', or a quantity with its unit such as 100Mi",
  ],
  ['kubeReserved: {cpu: 10}\n', 'put it in quotes'],
])('%j does not decode: %s', async (body, remedy) => {
  expect((await checkedBody(body)).findings.map((found) => found.remedy)).toEqual([remedy])
})
