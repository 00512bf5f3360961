import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { writeReport } from '../../../../src/lib/agent/report/report.ts'
import { reportOf } from '../../../../src/lib/agent/report/report-of.ts'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { diagnoseNode, type NodeDiagnosis } from '../../../../src/lib/fleet/doctor/doctor-node.ts'
import { describeNodeDiagnosis, nodeDiagnosisData } from '../../../../src/lib/fleet/doctor/output.ts'
import { expectGolden } from '../../../support/golden.ts'
import { aheadOf, InProcess } from '../../../support/in-process.ts'
import { status } from '../../agent/report/statuses.ts'
import { limits } from '../../cluster/clusters.ts'
import { pushTo } from '../push/pushes.ts'
import { annotate, report, stored } from '../status/reports.ts'

let world: InProcess
let served = true

/** The sandbox has no policies: some are there. */
const policies = ['kubeletcfg-agent-own-node', 'kubeletcfg-document-writers']
const there = new Set(policies)

beforeEach(() => {
  served = true
  there.add(policies[1]!)
  world = new InProcess({ nodes: 2 })
  world.mishap = ({ path }) => {
    const [, name] = /validatingadmissionpolicies\/(.*)$/.exec(path) ?? []
    if (name === undefined || !served) return undefined
    const status = { kind: 'Status', reason: 'NotFound', code: 404, details: { name } }
    return there.has(name)
      ? { kind: 'answer', status: 200, body: { kind: 'ValidatingAdmissionPolicy', metadata: { name } } }
      : { kind: 'answer', status: 404, body: status }
  }
})
afterEach(() => world[Symbol.dispose]())

const diagnose = (cluster = world.cluster): Promise<NodeDiagnosis> =>
  diagnoseNode({ cluster, clock: world.clock, policies, version: '0.1.0' }, 'node-a', limits)
const patch = (path: string, body: object) =>
  world.asAdmin({ method: 'PATCH', path, body, contentType: 'application/merge-patch+json' })
const nodePath = '/api/v1/nodes/node-a'
const reasons = (facts: NodeDiagnosis['care']) => facts.map(({ reason }) => reason)

describe('a node', () => {
  test('with an agent that runs its document works', async () => {
    await pushTo(world, 'maxPods: 50\n', { targets: [nodeTarget('node-a')], acceptedRisks: ['drain'] })
    const active = await stored(world, nodeTarget('node-a'))
    report(world, 'node-a', { phase: 'Good', assigned: active, active })
    const found = await diagnose()
    expect(found).toMatchObject({ verdict: 'works', problems: [], care: [] })
    expectGolden(describeNodeDiagnosis(found), 'doctor/node-works.txt')
    const data = { apiVersion: 'kubeletcfg.dev/v1alpha1', kind: 'Diagnosis', ...nodeDiagnosisData(found) }
    expectGolden(`${JSON.stringify(data, null, 2)}\n`, 'doctor/node-json.txt')
  })

  test('with much to take care of', async () => {
    for (const name of ['node-a-kubelet-config', 'kubelet-config'])
      world.asAdmin({ method: 'POST', path: '/api/v1/namespaces/kube-system/configmaps', body: { metadata: { name } } })
    await pushTo(world, 'maxPods: 50\n', { targets: [globalTarget], acceptedRisks: ['drain'] })
    patch(nodePath, {
      metadata: { labels: { 'node-role.kubernetes.io/control-plane': '', 'eks.amazonaws.com/x': '' } },
    })
    report(world, 'node-a', {
      phase: 'Held',
      optOut: { by: 'annotation', mode: 'freeze' },
      problem: { reason: 'WaitsForDrain' },
      drifted: true,
      shadowedByFlags: ['maxPods'],
    })
    there.delete(policies[1]!)
    const found = await diagnose()
    expect(found.verdict).toBe('with-care')
    expect(reasons(found.care)).toEqual([
      ...['NodeReplacedByProvider', 'AgentOptedOut', 'AgentHasProblem', 'LiveFileDrifted', 'FieldsSetByFlags'],
      ...['NameAlmostRight', 'KubeletRuns', 'PoliciesMissing'],
    ])
    expect(reasons(found.works)).toContain('GlobalNotForNode')
    expectGolden(describeNodeDiagnosis(found), 'doctor/node-care.txt')
  })

  test('of another manager is refused', async () => {
    patch(`${nodePath}/status`, {
      status: { nodeInfo: { osImage: 'Talos (v1.11.2)', kubeletVersion: 'v1.36.3+k3s1' } },
    })
    const found = await diagnose()
    expect([found.verdict, reasons(found.problems)]).toEqual(['refused', ['SystemManagesKubelet', 'KubeletEmbedded']])
    expectGolden(describeNodeDiagnosis(found), 'doctor/node-refused.txt')
  })

  test.each<[string, () => void, string]>([
    ['with a report that cannot be read', () => annotate(world, 'node-a', '{'), 'ReportUnreadable'],
    [
      'with an agent of another version',
      () => annotate(world, 'node-a', writeReport(reportOf(status({ node: 'node-a' }), '0.0.9'))),
      'AgentOfOtherVersion',
    ],
    ['with an old kubelet', () => patch(`${nodePath}/status`, kubelet('v1.20.0')), 'OwnKubeletOlder'],
    ['with a kubelet of the future', () => patch(`${nodePath}/status`, kubelet('v1.99.0')), 'OwnKubeletNewer'],
    [
      'with an agent that no policy limits',
      () => annotate(world, 'node-a', writeReport({ ...reportOf(status({ node: 'node-a' })), policyEnforced: false })),
      'AgentNotLimited',
    ],
    ['whose clock is ahead', () => setLease(31_000), 'NodeClockWrong'],
    ['whose clock is behind', () => setLease(-31_000), 'NodeClockWrong'],
    ['that is not ready', () => patch(`${nodePath}/status`, notReady()), 'NodeUnready'],
  ])('%s works with care', async (_, happens, reason) => {
    report(world, 'node-a', {})
    happens()
    const found = await diagnose()
    expect(found.verdict).toBe('with-care')
    expect(reasons(found.care)).toContain(reason)
  })

  test.each([29_000, -29_000])('whose clock differs by %i ms has a clock that is right', async (ms) => {
    setLease(ms)
    expect(reasons((await diagnose()).works)).toContain('NodeClockRight')
  })

  test('whose kubelet is long dead has a clock that is right: its last write shows that', async () => {
    world.sandbox.stopKubelet('node-a')
    world.sandbox.advance(3_600_000)
    expect(reasons((await diagnose()).works)).toContain('NodeClockRight')
  })

  test('that does not exist is refused by its name', async () => {
    const asked = diagnoseNode(
      { cluster: world.cluster, clock: world.clock, policies, version: '0.1.0' },
      'node-y',
      limits,
    )
    await expect(asked).rejects.toMatchObject({ code: 'invalid', fact: { reason: 'NodeNotFound' } })
  })
})

test.each([40, -40])(
  'the clock of this machine, %i s ahead, is compared with that of the API server',
  async (aheadSeconds) => {
    const { open } = world.rest
    const at = new Date(world.clock.now()).toUTCString()
    world.rest.open = async (call, its) => {
      const answer = await open(call, its)
      return answer.kind === 'done' ? { ...answer, body: { ...answer.body, headers: { date: [at] } } } : answer
    }
    const found = await diagnoseNode(
      { cluster: world.cluster, clock: aheadOf(world.clock, aheadSeconds * 1_000), policies, version: '0.1.0' },
      'node-a',
      limits,
    )
    expect(found.care).toContainEqual({ reason: 'OwnClockWrong', aheadSeconds })
  },
)

test('who may read nodes only learns what was not looked at, and which rights are missing', async () => {
  const name = 'nora'
  const rules = [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list'] }]
  const rbac = '/apis/rbac.authorization.k8s.io/v1'
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name }
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }]
  world.asAdmin({ method: 'POST', path: `${rbac}/clusterroles`, body: { metadata: { name }, rules } })
  world.asAdmin({
    method: 'POST',
    path: `${rbac}/clusterrolebindings`,
    body: { metadata: { name }, roleRef, subjects },
  })
  served = false
  const found = await diagnose(world.connect({ user: { name, groups: [] } }))
  expect(
    found.care.filter(({ reason }) => reason === 'NotLookedAt').map((fact) => 'what' in fact && fact.what),
  ).toEqual(['lease', 'documents', 'policies'])
  expectGolden(describeNodeDiagnosis(found), 'doctor/node-few-rights.txt')
})

/** The conditions are a list that a merge patch replaces: our own stays as it is. */
function notReady() {
  const { status } = world.asAdmin<{ status: { conditions: { type: string }[] } }>({ method: 'GET', path: nodePath })
  const others = status.conditions.filter(({ type }) => type !== 'Ready')
  return { status: { conditions: [...others, { type: 'Ready', status: 'False' }] } }
}

const kubelet = (kubeletVersion: string) => ({ status: { nodeInfo: { kubeletVersion } } })

/** As a kubelet whose clock is so far ahead writes it; the API server notes its own time. */
function setLease(aheadMs: number): void {
  const path = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-a'
  const renewTime = new Date(Math.floor(world.clock.now() / 1000) * 1000 + aheadMs).toISOString().replace('Z', '000Z')
  patch(path, { spec: { renewTime } })
}
