import { agent } from '../../../src/lib/names.ts'
import { good, patchCall, pathOf } from '../../contract/requests.ts'
import { nodeNames } from '../nodes.ts'
import type { Stage } from '../stage.ts'

const configMaps = pathOf('configmaps', 'kube-system')

interface ConfigMap {
  readonly metadata: {
    readonly uid: string
    readonly resourceVersion: string
    readonly annotations: Readonly<Record<string, string>>
  }
}

/** What is stored for a target, as the agent that has read it reports it. */
async function versionOf({ request }: Stage, source: 'node' | 'global', name: string): Promise<object> {
  const { metadata } = good(await request<ConfigMap>({ method: 'GET', path: `${configMaps}/${name}` }))
  const { uid, resourceVersion, annotations } = metadata
  const [digest, revision] = [annotations['kubeletcfg.dev/digest'], Number(annotations['kubeletcfg.dev/revision'])]
  return { source, digest, uid, resourceVersion, revision }
}

const local = { source: 'local' }

/** Writes to a node what its agent would: the annotation, and the condition with a heartbeat now. */
async function report({ request }: Stage, node: string, given: object): Promise<void> {
  const at = new Date().toISOString().replace(/\.\d+/, '')
  const report = {
    apiVersion: 'kubeletcfg.dev/v1alpha1',
    kind: 'AgentReport',
    phase: 'Idle',
    since: at,
    assigned: local,
    active: local,
    lastKnownGood: local,
    drifted: false,
    kubeletVersion: 'v1.37.2',
    ...given,
  }
  const annotations = { [agent.annotation.status]: JSON.stringify(report) }
  const path = `${pathOf('nodes')}/${node}`
  good(await request(patchCall(path, 'merge', { metadata: { annotations } })))
  const condition = {
    type: agent.condition,
    status: 'Unknown',
    reason: 'Reported',
    message: 'as in the annotation',
    lastHeartbeatTime: at,
    lastTransitionTime: at,
  }
  good(await request(patchCall(`${path}/status`, 'strategic', { status: { conditions: [condition] } })))
}

const problem = { reason: 'KubeletCrashed', message: 'the kubelet ended 3 times within 40s' }

/** The global document, in its trial on node-a and rolled back on node-b. */
export async function reportTrialAndRollback(stage: Stage): Promise<void> {
  const assigned = await versionOf(stage, 'global', 'global-kubelet-configuration')
  // What is left of it is printed in minutes: some seconds pass until it is.
  const trial = { elapsedSeconds: 180, lengthSeconds: 7_300 }
  await report(stage, 'node-a', { phase: 'Trial', assigned, active: assigned, trial, shadowedByFlags: ['maxPods'] })
  const bad = [{ ...assigned, kubeletVersion: 'v1.37.2', ...problem, at: new Date().toISOString() }]
  await report(stage, 'node-b', { phase: 'RolledBack', assigned, problem, bad })
}

/** The global document, proven on both nodes. */
export async function reportGood(stage: Stage): Promise<void> {
  const assigned = await versionOf(stage, 'global', 'global-kubelet-configuration')
  for (const node of nodeNames)
    await report(stage, node, { phase: 'Good', assigned, active: assigned, lastKnownGood: assigned })
}

export async function reportOptOut(stage: Stage): Promise<void> {
  await report(stage, 'node-a', { phase: 'Frozen', optOut: { by: 'annotation', mode: 'freeze' } })
}

export async function reportOptOutOnNode(stage: Stage): Promise<void> {
  await report(stage, 'node-a', { phase: 'Frozen', optOut: { by: 'file', mode: 'freeze' } })
}

export async function reportNonsense(stage: Stage): Promise<void> {
  const body = { metadata: { annotations: { [agent.annotation.status]: 'phase: Good' } } }
  good(await stage.request(patchCall(`${pathOf('nodes')}/node-b`, 'merge', body)))
}

/** node-a runs what is stored for it. */
export async function reportOldRevision(stage: Stage): Promise<void> {
  const assigned = await versionOf(stage, 'node', 'node-a-kubelet-configuration')
  await report(stage, 'node-a', { phase: 'Good', assigned, active: assigned })
}

/** Revisions of scenes before. */
export async function forgetHistory({ request }: Stage): Promise<void> {
  const query = { labelSelector: 'kubeletcfg.dev/document' }
  good(await request({ method: 'DELETE', path: pathOf('controllerrevisions', 'kube-system'), query }))
}

/** As if there had never been agents. */
export async function forgetReports({ request }: Stage): Promise<void> {
  const annotations = Object.fromEntries(Object.values(agent.annotation).map((name) => [name, null]))
  const condition = { type: agent.condition, $patch: 'delete' }
  for (const node of nodeNames) {
    const path = `${pathOf('nodes')}/${node}`
    good(await request(patchCall(path, 'merge', { metadata: { annotations } })))
    good(await request(patchCall(`${path}/status`, 'strategic', { status: { conditions: [condition] } })))
  }
}
