import { expect, test } from '@jest/globals'
import type { CheckOutcome, ExaminedHost, HostCheck } from '../../../../src/lib/host-check/host-checks.ts'
import { check } from '../../../../src/lib/kubelet/check/check.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'
import { checkOnHost, withChecks } from '../../../../src/lib/offline/read/on-host.ts'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'
import { header } from './inputs.ts'

const limits = { signal: new AbortController().signal }
const say = ({ reason, subject }: Fact) => ({ message: `${subject?.name}: ${reason}`, remedy: `mend ${reason}` })
const fact = (name: string): Fact => ({ reason: 'Gone', subject: { kind: 'Field', name } })

const outcomes: Readonly<Record<string, (name: string) => CheckOutcome>> = {
  met: () => ({ kind: 'met' }),
  dies: (name) => ({ kind: 'notMet', fact: fact(name), stops: true }),
  lives: (name) => ({ kind: 'notMet', fact: fact(name), stops: false }),
  hidden: () => ({ kind: 'notSeen', fact: { reason: 'Dark' } }),
}

const hostCheck = (path: string, outcome: keyof typeof outcomes, more: Partial<HostCheck> = {}): HostCheck => ({
  path,
  rule: 'S14',
  outcome: outcomes[outcome]!(path),
  ...more,
})

async function judged(body: string, checks: readonly HostCheck[]) {
  const checked = check(await readDocument(new TextEncoder().encode(header + body)), '1.36')
  const host: ExaminedHost = { hidden: undefined, checks: async () => checks }
  return checkOnHost(checked, { host, say }, limits)
}

const lines = (findings: readonly { line?: number; severity: string; rule: string; path: string; message: string }[]) =>
  findings.map(({ line, severity, rule, path, message }) => [line, severity, rule, path, message].join(' '))

const cgroup = 'cgroupRoot: /pods\n'
const open = "3 info S14 cgroupRoot depends on the host: the cgroup '/pods' must exist"

test.each<[what: string, body: string, checks: readonly HostCheck[], valid: boolean, findings: readonly string[]]>([
  ['nothing was checked', cgroup, [], true, [open]],
  ['it is there', cgroup, [hostCheck('cgroupRoot', 'met')], true, []],
  ['it is not there', cgroup, [hostCheck('cgroupRoot', 'dies')], false, ['3 error S14 cgroupRoot Gone']],
  [
    'it could not be seen',
    cgroup,
    [hostCheck('cgroupRoot', 'hidden')],
    true,
    ['3 info S14 cgroupRoot depends on the host, and could not be seen: undefined: Dark'],
  ],
  [
    'a kubelet lives without it',
    'resolvConf: /no\n',
    [hostCheck('resolvConf', 'lives')],
    true,
    ['3 warning S14 resolvConf Gone'],
  ],
  [
    'a default of the kubelet',
    'maxPods: 5\n',
    [hostCheck('containerRuntimeEndpoint', 'dies')],
    false,
    ['1 error S14 containerRuntimeEndpoint Gone'],
  ],
  [
    'another check answers as well',
    'memorySwap: {swapBehavior: LimitedSwap}\n',
    [hostCheck('failSwapOn', 'met', { covers: ['memorySwap.swapBehavior'] })],
    true,
    [],
  ],
  [
    'in document order, with a rule of its own',
    `reservedSystemCPUs: "0"\n${cgroup}`,
    [hostCheck('cgroupRoot', 'dies'), hostCheck('reservedSystemCPUs', 'dies', { rule: 'S07' })],
    false,
    ['3 error S07 reservedSystemCPUs Gone', '4 error S14 cgroupRoot Gone'],
  ],
  [
    'an item of a map',
    'kubeReserved: {cpu: "1"}\n',
    [hostCheck('kubeReserved[cpu]', 'dies', { at: { line: 3, column: 22 } })],
    false,
    ['3 error S14 kubeReserved[cpu] Gone'],
  ],
  [
    'the value itself is wrong',
    'port: 70000\n',
    [hostCheck('port', 'dies')],
    false,
    ['3 error V28 port port 70000 must be from 1 to 65535'],
  ],
])('%s', async (_, body, checks, valid, findings) => {
  const result = await judged(body, checks)
  expect([result.valid, lines(result.findings as never)]).toEqual([valid, findings])
})

test('what to do is said, and the reason is one that scripts know', async () => {
  const [found] = (await judged(cgroup, [hostCheck('cgroupRoot', 'dies')])).findings
  expect(found).toMatchObject({ fatal: true, stage: 'start-up', reason: 'HostRequirement', remedy: 'mend Gone' })
})

test('counts', async () => {
  const { onHost } = await judged('', [
    hostCheck('port', 'met'),
    hostCheck('address', 'dies'),
    hostCheck('cgroupRoot', 'hidden'),
  ])
  expect(onHost).toEqual({ met: 1, notMet: 1, notSeen: 1 })
})

test('a document that does not decode requires nothing that is known', async () => {
  const result = await judged('maxPods: many\n', [hostCheck('port', 'dies')])
  expect([result.onHost, lines(result.findings as never).length]).toEqual([undefined, 1])
})

test('the verdict of others is kept', async () => {
  const checked = check(await readDocument(new TextEncoder().encode(`${header}port: 0\nmaxPods: -1\n`)), '1.36')
  expect(withChecks(checked, { document: checked.document!, checks: [hostCheck('address', 'met')], say }).valid).toBe(
    false,
  )
})
