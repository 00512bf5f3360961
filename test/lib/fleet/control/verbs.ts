import { expect } from '@jest/globals'
import { policyNames } from '../../../../src/lib/agent/manifests/manifests.ts'
import { nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { applyControl, planControl } from '../../../../src/lib/fleet/control/control-nodes.ts'
import { optOut } from '../../../../src/lib/fleet/control/opt-out-nodes.ts'
import { diagnoseNode } from '../../../../src/lib/fleet/doctor/doctor-node.ts'
import { diagnoseRollout } from '../../../../src/lib/fleet/doctor/doctor-rollout.ts'
import { effectiveOfNode, effectiveOfNodes } from '../../../../src/lib/fleet/effective/effective-of-node.ts'
import { listHistory } from '../../../../src/lib/fleet/history/list-history.ts'
import { planRollback } from '../../../../src/lib/fleet/history/rollback.ts'
import { applyPush } from '../../../../src/lib/fleet/push/push-apply.ts'
import { readStatuses } from '../../../../src/lib/fleet/status/read-statuses.ts'
import { waitForKubelets } from '../../../../src/lib/fleet/wait/wait-for-kubelets.ts'
import type { NodeSelection, SomeNodes } from '../../../../src/lib/nodes/node-selection.ts'
import { controllerManifests } from '../../../../src/lib/rollouts/manifests/controller-manifests.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { configzWith } from '../../../support/kubelet-configz.ts'
import { limits } from '../../cluster/clusters.ts'
import { pushTo } from '../push/pushes.ts'

export const status = (nodes: NodeSelection) => (world: InProcess) => readStatuses(world.cluster, nodes, limits)
export const doctor = (node: string) => (world: InProcess) =>
  diagnoseNode({ cluster: world.cluster, clock: world.clock, policies: policyNames, version: '0.1.0' }, node, limits)
export const doctorOfRollout = ({ cluster, clock }: InProcess) =>
  diagnoseRollout({ cluster, clock, policies: policyNames, controllerObjects }, limits)
const controllerObjects = (hasWebhook: boolean) =>
  controllerManifests({
    ...{ namespace: 'kube-system', image: 'x', replicas: 2, nodeSelector: undefined },
    ...{ setsPolicy: true, hasWebhook, monitoring: undefined },
  })
/** Its kubelet has nothing but defaults. */
export const effective = (node: string) => async (world: InProcess) => {
  const body = await configzWith()
  world.mishap = ({ path }) => (path.endsWith('/configz') ? { kind: 'answer', status: 200, body } : undefined)
  return effectiveOfNode(world.cluster, node, limits)
}
export const effectiveOf = (wanted: SomeNodes) => async (world: InProcess) => {
  const body = await configzWith()
  world.mishap = ({ path }) => (path.endsWith('/configz') ? { kind: 'answer', status: 200, body } : undefined)
  return effectiveOfNodes(world.cluster, wanted, limits)
}
export const history = (target: Target) => (world: InProcess) => listHistory(world.cluster, target, limits)

export const rollback = async (world: InProcess) => {
  const request = {
    targets: [nodeTarget('node-a')],
    to: undefined,
    skipValidation: false,
    acceptedRisks: ['drain'],
  } as const
  const plan = await planRollback(world, request, limits)
  const outcomes = await applyPush(world, { plan, dryRun: 'none' }, limits)
  expect(outcomes.map(({ failure }) => failure)).toEqual([undefined])
}

export const untilRunning = async (world: InProcess) => {
  const { outcomes } = await pushTo(world, 'maxPods: 50\n', { targets: [nodeTarget('node-a')] })
  const { step, stored: written } = outcomes[0]!.value!
  const awaited = [{ node: 'node-a', source: 'node', digest: step.digest, written }] as const
  const silent = { report: () => undefined, notice: () => undefined }
  const waiting = { cluster: world.cluster, clock: world.clock, ...silent }
  const { failures } = await waitForKubelets(
    waiting,
    { after: 'push', awaited, goal: 'promoted', timeoutMs: 5_000 } as const,
    limits,
  )
  expect(failures).toEqual([])
}
export const optOutOf =
  (...names: string[]) =>
  async (world: InProcess) => {
    const nodes: NodeSelection = names.length === 0 ? { by: 'all' } : { by: 'name', names }
    const plan = await planControl(world, { nodes, decide: optOut('freeze') }, limits)
    await applyControl(world.cluster, { plan, dryRun: 'none' }, limits)
  }
