import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import { diagnoseRollout, type RolloutDiagnosis } from '../../../../src/lib/fleet/doctor/doctor-rollout.ts'
import { describeRolloutDiagnosis, rolloutDiagnosisData } from '../../../../src/lib/fleet/doctor/output.ts'
import { applyRolloutPlan, planPolicy } from '../../../../src/lib/fleet/rollout/change-rollout.ts'
import { controller, rollout } from '../../../../src/lib/names.ts'
import { controllerManifests } from '../../../../src/lib/rollouts/manifests/controller-manifests.ts'
import { defaultPolicy } from '../../../../src/lib/rollouts/policy.ts'
import { expectGolden } from '../../../support/golden.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { pushTo } from '../push/pushes.ts'
import { ActingAgents } from '../rollout/acting-agents.ts'

const controllerObjects = controllerManifests({
  ...{ namespace: 'kube-system', image: 'x', replicas: 2, nodeSelector: undefined },
  ...{ setsPolicy: true, hasWebhook: true, monitoring: undefined },
})
const leases = `/apis/coordination.k8s.io/v1/namespaces/${controller.namespace}/leases`

const denied = 'admission webhook "documents.kubeletcfg.dev" denied the request: 1 problem'

let agents: ActingAgents
let world: InProcess
/** Objects that the sandbox does not store are there, or may not be read. */
let objects: 'there' | 'forbidden' | 'missing'

beforeEach(async () => {
  objects = 'there'
  agents = await new ActingAgents(['node-a', 'node-b']).begin()
  ;({ world } = agents)
  world.asAdmin({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: controller.namespace } } })
  world.mishap = ({ method, path, query = {} }) => {
    if (objects === 'there' && query['dryRun'] !== undefined)
      return { kind: 'answer', status: 422, body: { kind: 'Status', reason: 'Invalid', code: 422, message: denied } }
    const isObject = /\/(?:deployments|validatingadmissionpolic\w+|(?:cluster)?role\w*|serviceaccounts)\/[^/]+$/.test(
      path,
    )
    if (!isObject || method !== 'GET' || objects === 'missing') return undefined
    const status = { kind: 'Status', reason: 'Forbidden', code: 403, message: 'forbidden' }
    if (objects === 'forbidden') return { kind: 'answer', status: 403, body: status }
    const name = path.split('/').at(-1)!
    const body = controllerObjects.find(
      ({ kind, metadata }) => metadata.name === name && isAt(path, kind, metadata.namespace),
    )
    return { kind: 'answer', status: 200, body: body ?? { kind: 'ValidatingAdmissionPolicy', metadata: { name } } }
  }
})
afterEach(() => agents[Symbol.dispose]())

const isAt = (path: string, kind: string, namespace: string | undefined): boolean =>
  new RegExp(`/${kind.toLowerCase().replace(/y$/, 'ie')}s/`).test(path) &&
  (namespace === undefined || path.includes(`/namespaces/${namespace}/`))

const diagnose = (): Promise<RolloutDiagnosis> =>
  diagnoseRollout(
    {
      cluster: world.cluster,
      clock: world.clock,
      policies: ['kubeletcfg-agent-own-node'],
      controllerObjects: () => controllerObjects,
    },
    limits,
  )

const reasons = (facts: RolloutDiagnosis['care']) => facts.map(({ reason }) => reason)

async function begin(): Promise<void> {
  const plan = await planPolicy(world.cluster, { policy: defaultPolicy, force: false }, limits)
  await applyRolloutPlan(world.cluster, { plan, planAgain: async () => plan, dryRun: 'none' }, limits)
}

function lead(): void {
  const at = new Date(world.clock.now()).toISOString().replace('Z', '000Z')
  const spec = { holderIdentity: 'a', leaseDurationSeconds: 15, acquireTime: at, renewTime: at, leaseTransitions: 0 }
  world.asAdmin({ method: 'POST', path: leases, body: { metadata: { name: controller.name }, spec } })
}

test('where rollouts work, it says what was looked at', async () => {
  await begin()
  lead()
  const found = await diagnose()
  expect(found).toMatchObject({ verdict: 'works', namespace: 'kube-system', problems: [], care: [] })
  expectGolden(describeRolloutDiagnosis(found), 'doctor/rollout-works.txt')
})

test('a controller that is dead, and rights that are missing, are problems with a way on', async () => {
  await begin()
  await pushTo(world, 'maxPods: 50\n', { targets: [globalTarget] })
  objects = 'there'
  const found = await diagnose()
  expect([found.verdict, reasons(found.problems), reasons(found.care)]).toEqual([
    ...['refused', ['ControllerDoesNotAct'], ['RolloutNotYetMoved']],
  ])
  expectGolden(describeRolloutDiagnosis(found), 'doctor/rollout-refused.txt')
  const data = { apiVersion: 'kubeletcfg.dev/v1alpha1', kind: 'RolloutDiagnosis', ...rolloutDiagnosisData(found) }
  expectGolden(`${JSON.stringify(data, null, 2)}\n`, 'doctor/rollout-json.txt')
})

test('a cluster with nothing of ours works with care, and is asked for nothing that it does not have', async () => {
  objects = 'missing'
  const found = await diagnose()
  expect([found.verdict, reasons(found.care)]).toEqual([
    ...['with-care', ['NoRolloutPolicy', 'ControllerNotThere', 'PoliciesMissing']],
  ])
})

test('what may not be read is said', async () => {
  objects = 'forbidden'
  await begin()
  expect(reasons((await diagnose()).care)).toContain('RolloutNotLookedAt')
})

test('a state that somebody has edited is a problem', async () => {
  await begin()
  lead()
  world.asAdmin({
    method: 'PATCH',
    path: `/api/v1/namespaces/kube-system/configmaps/${rollout.configMap}`,
    body: { data: { promoted: '# another\n' } },
    contentType: 'application/merge-patch+json',
  })
  expect(reasons((await diagnose()).problems)).toEqual(['RolloutTextChanged'])
})
