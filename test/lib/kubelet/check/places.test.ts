import { expect, test } from '@jest/globals'
import { checkedBody } from './documents.ts'

/** The findings of a rule with the text at their place, up to the end of the word. */
async function pointedAt(body: string, rule: string): Promise<readonly string[]> {
  const { findings } = await checkedBody(body)
  const lines = body.split('\n')
  // The header has two lines.
  return findings
    .filter((found) => found.rule === rule)
    .map(({ line, column }) => /^[\w*./-]+/.exec(lines[line! - 3]!.slice(column! - 1))?.[0] ?? '')
}

const reservations = 'systemReserved: {cpu: "100", memory: 900Gi}\nkubeReserved: {cpu: "100"}\n'
const taken = 'enforceNodeAllocatable: [pods, kube-reserved, system-reserved]\n'

test.each<[rule: string, body: string, places: readonly string[]]>([
  ['V01', 'featureGates:\n  NoSuchGate: true\n', ['NoSuchGate']],
  ['V01', 'featureGates: {NodeSwap: true, GracefulNodeShutdown: false}\n', ['GracefulNodeShutdown']],
  ['V01', 'featureGates: {AllAlpha: true}\n', ['AllAlpha']],
  ['S01', 'evictionHard: {memory.free: 10%}\n', ['memory.free']],
  ['S01', 'evictionHard: {memory.available: lots}\n', ['lots']],
  ['S02', 'evictionSoft: {memory.available: 10%}\n', ['memory.available']],
  ['S04', 'kubeReserved: {cpus: "1"}\n', ['cpus']],
  [
    'S06',
    'cpuManagerPolicy: static\nreservedSystemCPUs: "0"\ncpuManagerPolicyOptions: {no-such: "true"}\n',
    ['no-such'],
  ],
  [
    'S06',
    'cpuManagerPolicy: static\nreservedSystemCPUs: "0"\ncpuManagerPolicyOptions: {full-pcpus-only: maybe}\n',
    ['maybe'],
  ],
  [
    'S06',
    'cpuManagerPolicy: static\nreservedSystemCPUs: "0"\ncpuManagerPolicyOptions: {align-by-socket: "true"}\n',
    ['align-by-socket'],
  ],
  [
    'V51',
    'enforceNodeAllocatable: [system-reserved, pods, system-reserved-compressible]\n',
    ['system-reserved-compressible'],
  ],
  ['V54', taken, ['system-reserved']],
  ['V55', taken, ['kube-reserved']],
  ['V56', 'enforceNodeAllocatable: [pods, none]\n', ['none']],
  ['S20', `${taken}kubeReservedCgroup: /k\nsystemReservedCgroup: /s\n`, ['kube-reserved', 'system-reserved']],
  ['S14', reservations, ['memory', 'cpu']],
  ['S14', 'tlsCertFile: /srv/a\ntlsPrivateKeyFile: /srv/b\n', ['/srv/a', '/srv/b']],
])('%s in %j points at %j', async (rule, body, places) => {
  expect(await pointedAt(body, rule)).toEqual(places)
})
