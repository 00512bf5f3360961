import { expect, test } from '@jest/globals'
import { examine, type Question } from '../../../../src/lib/agent/examine/examine.ts'
import type { NodeEvidence } from '../../../../src/lib/kubelet/changes/impact/evidence.ts'
import type { Setting } from '../../../../src/lib/kubelet/flags/setting.ts'
import { integer } from '../../../../src/lib/kubelet/flags/trees.ts'
import type { ConfigDocument } from '../../../../src/lib/kubelet/model/document.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import { type Fact, fileSubject } from '../../../../src/lib/message/fact.ts'
import { readText } from '../../../../src/lib/yaml/read/read.ts'
import { podEvidence } from '../../kubelet/changes/impact/pods.ts'
import { documentOf, header } from '../../kubelet/check/documents.ts'

const safe = 'authentication: {x509: {clientCAFile: /ca.crt}}\n'

const node = (): NodeEvidence => ({
  pods: ['a', 'b'].map((name) => podEvidence({ name, cpu: '1' })),
  allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
  capacity: { cpu: '4', memory: '8Gi', pods: '110' },
  machine: {},
})

const fixed = 'kubeReserved: {cpu: 500m}\ncpuManagerPolicy: static\n'

/** Of a static CPU manager that has no CPU left to share. */
const crowded = (): NodeEvidence => ({
  ...node(),
  pods: [podEvidence({ name: 'x', cpu: '3', more: { exclusiveCpus: 3n } })],
  machine: { sharesNoCpu: true },
})

async function question(running: string, body: string, more: Partial<Question> = {}): Promise<Question> {
  return {
    subject: fileSubject('configmap/node-a-kubelet-configuration'),
    config: { kind: 'document', reading: await readText(header + safe + body) },
    running: await documentOf(safe + running),
    flags: [],
    kubeletVersion: 'v1.36.3',
    obstacles: [],
    acceptedRisks: [],
    controlPlane: false,
    allowedUnsafe: [],
    evidence: node(),
    ...more,
  }
}

const reasons = (fact: Fact): readonly string[] =>
  'problems' in fact ? (fact.problems as readonly Fact[]).flatMap(reasons) : [fact.reason]

const missing: Fact = { reason: 'FileMissing', subject: fileSubject('/nope') }

test.each<[name: string, running: string, body: string, more: Partial<Question>, refusals: string[]]>([
  ['an unknown field', '', 'maxPoods: 5', {}, ['DocumentRefused']],
  ['a value that no kubelet starts with', '', 'maxPods: -1', {}, ['DocumentRefused']],
  ['YAML that cannot be read', '', 'a: [', {}, ['DocumentRefused']],
  [
    'a field that a later release added',
    '',
    'memoryReservationPolicy: None',
    { kubeletVersion: 'v1.30.1' },
    ['DocumentRefused'],
  ],
  ['anonymous access', '', 'readOnlyPort: 10255', {}, ['ForbiddenByPolicy']],
  ['no server', '', 'enableServer: false', {}, ['ForbiddenByPolicy']],
  ['all authorized', '', 'authorization: {mode: AlwaysAllow}', {}, ['ForbiddenByPolicy']],
  ['static pods from elsewhere', '', 'staticPodURL: http://1.2.3.4/', {}, ['ForbiddenByPolicy']],
  [
    'static pods from another address',
    'staticPodURL: http://1.2.3.4/',
    'staticPodURL: http://6.6.6.6/',
    {},
    ['ForbiddenByPolicy'],
  ],
  [
    'a control plane without its static pods from elsewhere',
    'staticPodURL: http://1.2.3.4/',
    'maxPods: 50',
    { controlPlane: true },
    ['ControlPlaneWouldStop'],
  ],
  ['a missing file', '', 'maxPods: 5', { obstacles: [missing] }, ['HostNotSuitable']],
  ['plugins in /tmp', '', 'volumePluginDir: /tmp/plugins/', {}, ['ForbiddenByPolicy']],
  ['a socket in /tmp', '', 'containerRuntimeEndpoint: unix:///tmp/x.sock', {}, ['ForbiddenByPolicy']],
  ['what would be no change, if it were known', '', '', { running: undefined }, ['ForbiddenByPolicy']],
  ['two problems', '', 'readOnlyPort: 10255', { obstacles: [missing] }, ['ForbiddenByPolicy', 'HostNotSuitable']],
  [
    'a control plane without its static pods',
    'staticPodPath: /etc/kubernetes/manifests',
    'maxPods: 50',
    { controlPlane: true },
    ['ControlPlaneWouldStop'],
  ],
  ['a kubelet of another world', '', 'maxPods: 5', { kubeletVersion: 'v1.2.0' }, ['KubeletNotKnown']],
])('%s is refused', async (_name, running, body, more, refusals) => {
  const verdict = examine(await question(running, body, more))
  expect(verdict.kind === 'refused' ? reasons(verdict.because) : verdict).toEqual(refusals)
})

test.each<[name: string, running: string, body: string, more: Partial<Question>]>([
  ['what runs already', 'readOnlyPort: 10255', 'readOnlyPort: 10255\nmaxPods: 120', {}],
  ['static pods from where they come', 'staticPodURL: http://a/', 'staticPodURL: http://a/\nmaxPods: 120', {}],
  [
    'what a flag decides, before and after',
    '',
    'readOnlyPort: 10255\nmaxPods: 120',
    { flags: [flag('readOnlyPort', 'read-only-port', 0n)] },
  ],
  ['what the node allows', '', 'readOnlyPort: 10255\nmaxPods: 120', { allowedUnsafe: ['readOnlyPort'] }],
  [
    'an unknown field, when the kubelet is newer than all known ones',
    '',
    'maxPoods: 5\nmaxPods: 120',
    { kubeletVersion: 'v1.99.0' },
  ],
])('%s is not refused', async (_name, running, body, more) => {
  expect(examine(await question(running, body, more)).kind).toBe('usable')
})

test.each<[name: string, running: string, body: string, more: Partial<Question>]>([
  ['comments and order', 'maxPods: 50\neventBurst: 7', '# why\neventBurst: 7\nmaxPods: 50', {}],
  ['a default that is written', '', 'maxPods: 110', {}],
  ['a field that a flag decides', 'maxPods: 50', 'maxPods: 70', { flags: [flag('maxPods', 'max-pods', 60n)] }],
])('%s means the same', async (_name, running, body, more) => {
  expect(examine(await question(running, body, more))).toEqual({ kind: 'same' })
})

test.each<[name: string, running: string, body: string, more: Partial<Question>, held: string | undefined]>([
  ['a plain restart', '', 'eventBurst: 7', {}, undefined],
  ['fewer pods than there are', '', 'maxPods: 1', {}, 'PodsWouldEnd'],
  ['as many pods as there are', '', 'maxPods: 2', {}, undefined],
  ['fewer pods, and nobody knows how many there are', '', 'maxPods: 5', { evidence: undefined }, 'PodsNotKnown'],
  ['fewer pods, accepted', '', 'maxPods: 1', { acceptedRisks: ['drain'] }, undefined],
  ['another risk accepted', '', 'maxPods: 1', { acceptedRisks: ['reboot'] }, 'PodsWouldEnd'],
  ['less cpu, and there is enough', '', 'kubeReserved: {cpu: 500m}', {}, undefined],
  ['less cpu than requested', '', 'kubeReserved: {cpu: "3"}', {}, 'PodsWouldEnd'],
  ['less memory, and what pods use is not known', '', 'kubeReserved: {memory: 1Gi}', {}, 'PodsWouldEnd'],
  [
    'a plain restart after which no CPU is shared',
    fixed,
    `${fixed}eventBurst: 7`,
    { evidence: crowded() },
    'PodsWouldEnd',
  ],
  ['the same without exclusive CPUs', '', 'eventBurst: 7', { evidence: crowded() }, undefined],
  [
    'an unreadable configuration',
    '',
    'maxPods: 120',
    { running: undefined, allowedUnsafe: ['authentication.x509.clientCAFile'] },
    'ChangeNotKnown',
  ],
])('%s: held or not', async (_name, running, body, more, held) => {
  const verdict = examine(await question(running, body, more))
  expect(verdict.kind === 'usable' ? verdict.held?.reason : verdict).toBe(held)
})

test('another CPU policy names its state file', async () => {
  const verdict = examine(await question('', 'cpuManagerPolicy: static\nkubeReserved: {cpu: "1"}'))
  expect(verdict).toMatchObject({ kind: 'usable', stateFiles: ['cpu_manager_state'] })
})

test('a document that sets nothing is refused where clients are checked', async () => {
  const nothing = { kind: 'document', reading: await readText(header) } as const
  const verdict = examine({ ...(await question('', '')), config: nothing })
  expect(verdict).toMatchObject({
    because: { reason: 'ForbiddenByPolicy', fields: ['authentication.x509.clientCAFile'] },
  })
})

test('what the file of the node sets and the document does not is named', async () => {
  const verdict = examine(await question('clusterDNS: [10.96.0.10]', 'eventBurst: 7'))
  expect(verdict).toMatchObject({ warnings: [{ reason: 'FieldsLeftOut', fields: ['clusterDNS'] }] })
})

test('what the node would suffer from is left to who pushes', async () => {
  expect(examine(await question('', 'podPidsLimit: 1'))).toMatchObject({ kind: 'usable', warnings: [] })
})

test('allocatable to come is announced', async () => {
  const body = 'kubeReserved: {cpu: 500m, memory: 1Gi}'
  const verdict = examine(await question('', body, {}))
  expect(verdict).toMatchObject({ allocatable: { cpu: '3500m', memory: '7Gi' } })
})

test.each([
  ['that leaves no room for the pods is in the way', '2500m', true, 'kubeReserved: {cpu: 500m}', 'gives-back-first'],
  ['beside which the pods fit is not', '1', true, 'kubeReserved: {cpu: 500m}', 'not-in-the-way'],
  ['at its floor may still grow', '1m', false, 'kubeReserved: {cpu: 500m}', 'gave-back'],
])('a balloon %s', async (_, cpu, holds, body, balloon) => {
  const floor = holds ? { cpu: 1n, memory: 0n, storage: 0n } : undefined
  const [first, second] = node().pods
  const pods = [podEvidence({ name: 'balloon', cpu, at: -1, more: { floor } }), first!, second!]
  expect(examine(await question('', body, { evidence: { ...node(), pods } }))).toMatchObject({ balloon })
})

test.each([
  ['resolvConf: /run/resolv.conf', true],
  ['podPidsLimit: 1', true],
  ['seccompDefault: true', true],
  ['eventBurst: 7', false],
])('what could keep pods from their sandbox is asked for: %s', async (body, concernsSandboxes) => {
  expect(examine(await question('', body))).toMatchObject({ concernsSandboxes })
})

test('what a flag overrides is reported', async () => {
  const flags = [flag('maxPods', 'max-pods', 60n)]
  const verdict = examine(await question('', 'maxPods: 70\neventBurst: 7', { flags }))
  expect(verdict).toMatchObject({ kind: 'usable', shadowedByFlags: ['maxPods'] })
})

test("the node's own configuration are never refused", async () => {
  const document: ConfigDocument = await documentOf('readOnlyPort: 10255\nmaxPods: 120')
  const local = await question('', '', { config: { kind: 'local', document }, obstacles: [missing] })
  expect(examine(local)).toMatchObject({ kind: 'usable', held: undefined })
  expect(examine({ ...local, config: { kind: 'local', document: undefined } })).toMatchObject({
    held: { reason: 'ChangeNotKnown' },
    stateFiles: ['cpu_manager_state', 'memory_manager_state'],
  })
})

function flag(field: string, name: string, value: bigint): Setting {
  return { field, names: [field], flag: name, from: 'command line', tree: integer(value) }
}

test('nobody can accept that a kubelet does not start', async () => {
  const change = `${fixed}maxPods: 50`
  const verdict = examine(await question(fixed, change, { evidence: crowded() }))
  expect(verdict).toMatchObject({ held: { paths: ['maxPods'], risks: [], ends: [{ name: 'x', why: 'NoSharedCpu' }] } })
  expect(verdict.kind === 'usable' && messageOf(verdict.held!)).toBe(
    'the kubelet would not start again: no CPU is left that containers share; default/x has all that are not reserved',
  )
  const accepted = examine(await question(fixed, change, { evidence: crowded(), acceptedRisks: ['drain'] }))
  expect(accepted).toMatchObject({ held: { paths: [], risks: [] } })
})

test.each<[name: string, pods: NodeEvidence['pods']]>([
  ['they are being deleted', [podEvidence({ name: 'x', cpu: '3', more: { exclusiveCpus: 3n, isDeleted: true } })]],
  ['they are gone', []],
])('the CPUs of pods are waited for when %s, also on a drained node', async (_name, pods) => {
  const evidence = { ...crowded(), pods }
  const verdict = examine(await question(fixed, `${fixed}eventBurst: 7`, { evidence }))
  expect(verdict).toMatchObject({ heldDrained: true, held: { reason: 'WaitsForCpus' } })
  expect(verdict.kind === 'usable' && messageOf(verdict.held!)).toBe(
    'the kubelet would not start again until it has released the CPUs of pods that have ended',
  )
})
