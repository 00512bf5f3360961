import type { Failure } from '../../message/failure.ts'
import { bySeverity, type Finding, type Findings, type Verdict, verdictOf } from '../../message/findings.ts'
import type { Limits } from '../../ports/limits.ts'
import { type InstallProblem, ServerCannotResize } from '../install/install-messages.ts'
import { excessOf } from '../plan/host.ts'
import { nodesNotFound } from '../resize/survey.ts'
import type { ClusterSeen, ServerSeen } from './cluster-seen.ts'
import {
  type DoctorPart,
  HostExceeded,
  NotSeen,
  ServerGateOff,
  ServerGates,
  ServerResizes,
  type SizeDoctorFact,
  SizingAllowed,
  SizingNotAllowed,
} from './doctor-messages.ts'
import { ofBalloons } from './of-balloons.ts'
import { ofDesiredSizes } from './of-desired-sizes.ts'
import { ofInstallation } from './of-installation.ts'
import { ofKubelets } from './of-kubelets.ts'
import { ofMachines } from './of-machines.ts'
import { ofNamespace } from './of-namespace.ts'
import { ofNeighbours } from './of-neighbours.ts'
import { ofNodes } from './of-nodes.ts'
import { ofReconciler } from './of-reconciler.ts'
import { type DoctorWorld, readCluster } from './read-cluster.ts'

/** Whether nodesize works in a cluster, as far as the user may see it. */
export interface SizingDiagnosis extends Findings {
  readonly verdict: Verdict
  readonly serverVersion: string
  readonly namespace: string
}

/**
 * Reads what the user may read, and changes nothing. `names`: the nodes that it is about; none: all. Rejects with Failure
 * 'invalid' when a node does not exist.
 */
export async function diagnoseSizing(
  world: DoctorWorld,
  names: readonly string[],
  limits: Limits,
): Promise<SizingDiagnosis> {
  const seen = await readCluster(world, names, limits)
  const missing = nodesNotFound(names.filter((name) => !seen.nodes.some((node) => node.name === name)))
  if (missing !== undefined) throw missing
  return diagnosisOf(names.length === 0 ? seen : onlyOf(seen, names))
}

/** Of a cluster, what concerns these nodes. */
function onlyOf(seen: ClusterSeen, names: readonly string[]): ClusterSeen {
  const isNamed = (name: string): boolean => names.includes(name)
  return {
    ...seen,
    nodes: seen.nodes.filter(({ name }) => isNamed(name)),
    sizes: seen.sizes.filter(({ node }) => isNamed(node.name)),
    hosts: seen.hosts.filter(({ nodes }) => nodes.some(({ node }) => isNamed(node.name))),
  }
}

/** What is seen decides: the same cluster always gives the same diagnosis. */
export function diagnosisOf(seen: ClusterSeen): SizingDiagnosis {
  const findings = bySeverity([
    ...ofServer(seen.server),
    ...ofInstallation(seen),
    ...ofBalloons(seen),
    ...ofNamespace(seen),
    ...ofNeighbours(seen),
    ...ofKubelets(seen),
    ...ofNodes(seen),
    ...ofHosts(seen),
    ...ofDesiredSizes(seen),
    ...ofMachines(seen),
    ...ofReconciler(seen.reconciler),
    ...ofRights(seen.rights),
    ...unseen(seen),
  ])
  const { server, namespace } = seen
  return { ...findings, verdict: verdictOf(findings), serverVersion: server.version, namespace }
}

/** What may not be read is said, so that nobody takes silence for health. One line for each kind of refusal. */
function unseen({ pods, neighbours, objects, buckets, reconciler }: ClusterSeen): readonly Finding[] {
  const parts: readonly (readonly [DoctorPart, Failure | undefined])[] = [
    ['pods', pods.failure],
    ['namespace', neighbours.namespace.failure],
    ['daemon-sets', neighbours.daemonSets.failure],
    ['priority-classes', neighbours.priorityClasses.failure],
    ['quotas', neighbours.quotas.failure],
    ['limit-ranges', neighbours.limitRanges.failure],
    ['budgets', neighbours.budgets.failure],
    ['webhooks', neighbours.webhooks.failure],
    ['mutating-policies', neighbours.mutatingPolicies.failure],
    ['deployments', neighbours.deployments.failure],
    ['cron-jobs', neighbours.cronJobs.failure],
    ['vertical-autoscalers', neighbours.verticalAutoscalers.failure],
    ['autoscaler-status', neighbours.autoscalerStatus.failure],
    ['sizes', buckets.failure],
    ['lease', reconciler.lease.failure],
    ['reconciler', reconciler.bound.failure ?? reconciler.limits.find(({ live }) => live.failure)?.live.failure],
    ['objects', objects.find(({ wanted, live }) => isSingle(wanted.kind) && live.failure !== undefined)?.live.failure],
  ]
  const failed = parts.flatMap(([part, failure]) => (failure === undefined ? [] : [{ part, fact: failure.fact }]))
  return [...Map.groupBy(failed, ({ fact }) => fact.reason).values()].map((same) => {
    const fact: SizeDoctorFact = NotSeen({
      parts: same.map(({ part }) => part),
      because: same[0]!.fact,
    })
    return { severity: 'care', fact }
  })
}

/** The others are in lists, which are parts of their own. */
const isSingle = (kind: string): boolean => !['Namespace', 'PriorityClass', 'ConfigMap', 'DaemonSet'].includes(kind)

/** Hosts of several nodes that together offer more than it has. */
const ofHosts = ({ hosts }: Pick<ClusterSeen, 'hosts'>): readonly Finding[] =>
  hosts.flatMap((host): readonly Finding[] => {
    const excess = excessOf(host)
    if (excess === undefined) return []
    const fact: SizeDoctorFact = HostExceeded({ nodes: host.nodes.map(({ node }) => node.name), excess })
    return [{ severity: 'care', fact }]
  })

/** That which discovery shows by pods/resize, and its variants. */
const gate = 'InPlacePodVerticalScaling'

/** Discovery tells whether pods can be resized; gates that may not be read say no more about it. */
function ofServer({ version, resizes, gates }: ServerSeen): readonly Finding[] {
  const works: SizeDoctorFact = ServerResizes({ version })
  const cannot: InstallProblem = ServerCannotResize({ version })
  return [resizes ? { severity: 'works', fact: works } : { severity: 'error', fact: cannot }, ...ofGates(gates.value)]
}

function ofGates(gates: ReadonlyMap<string, boolean> | undefined): readonly Finding[] {
  const ours = [...(gates ?? [])].filter(([name]) => name.startsWith(gate)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (ours.length === 0) return []
  const named = (wanted: boolean) => ours.filter(([, on]) => on === wanted).map(([name]) => name)
  const fact: SizeDoctorFact = ServerGates({ on: named(true), off: named(false) })
  const off: SizeDoctorFact = ServerGateOff({ gate })
  return gates?.get(gate) === false ? [{ severity: 'error', fact: off }] : [{ severity: 'works', fact }]
}

/** Which commands the user may use. */
function ofRights(rights: ClusterSeen['rights']): readonly Finding[] {
  const byCommand = [...Map.groupBy(rights, ({ command }) => command)]
  const denied = byCommand.flatMap(([command, all]): SizeDoctorFact[] => {
    const missing = all.filter(({ allowed }) => !allowed).map(({ verb, resource }) => `${verb} ${resource}`)
    return missing.length === 0 ? [] : [SizingNotAllowed({ command, rights: missing })]
  })
  const commands = byCommand.filter(([, all]) => all.every(({ allowed }) => allowed)).map(([command]) => command)
  const may: SizeDoctorFact = SizingAllowed({ commands })
  return [
    ...(commands.length === 0 ? [] : [{ severity: 'works', fact: may } as const]),
    ...denied.map((fact) => ({ severity: 'care', fact }) as const),
  ]
}
