import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { targetsFor } from '../../documents/target.ts'
import { type Findings, type Verdict, verdictOf } from '../../message/findings.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import { nodeNotFound } from '../../sizes/resize/survey.ts'
import type { Cluster, OpenCluster } from '../cluster.ts'
import { type Asked, isAllowed, policiesMissing } from './look.ts'
import { findingsOf } from './node-findings.ts'

/** Whether an agent works on a node, as far as the cluster shows it. */
export interface NodeDiagnosis extends Findings {
  readonly verdict: AgentVerdict
  readonly node: Node
}

export type AgentVerdict =
  | Verdict
  /** No agent reports of the node. */
  | 'missing'
  /** The agent was not heard for long. */
  | 'silent'
  /** The kubelet is not heard, and the agent was until lately: the machine may be off. */
  | 'kubelet-silent'
  /** The agent works, and cannot keep the kubelet healthy. */
  | 'failing'

/** An agent that is missing or silent is not refused by the node. */
function agentVerdict(findings: Findings): AgentVerdict {
  const verdicts = new Set(findings.problems.map(({ reason }) => verdictOfReason[reason] ?? 'refused'))
  return (
    (['refused', 'missing', 'silent', 'failing', 'kubelet-silent'] as const).find((one) => verdicts.has(one)) ??
    verdictOf(findings)
  )
}

const verdictOfReason: Readonly<Record<string, AgentVerdict>> = {
  AgentNotThere: 'missing',
  AgentSilent: 'silent',
  KubeletNotHeard: 'kubelet-silent',
  AgentHasProblem: 'failing',
  AgentHasTrouble: 'failing',
}

interface Patient {
  readonly cluster: Pick<OpenCluster, 'names'> & Cluster
  readonly clock: Clock
  /** Names of the policies that `agent manifests` makes. */
  readonly policies: readonly string[]
  /** Of this program. */
  readonly version: string
}

/** Reads what the user may read, and changes nothing. Rejects with Failure 'invalid' when there is no such node. */
export async function diagnoseNode(patient: Patient, name: string, limits: Limits): Promise<NodeDiagnosis> {
  const { cluster, clock } = patient
  const [node, lease, documents, configMaps, missingPolicies, rights] = await concurrently([
    cluster.nodes.read(name, limits),
    unlessRefused(cluster.nodes.leaseTimes(name, limits)),
    unlessRefused(concurrently(targetsFor(name).map((target) => cluster.documents.read(target, limits)))),
    unlessRefused(cluster.names.list('configmaps', limits)),
    policiesMissing(cluster, patient.policies, limits),
    concurrently(rightsFor(name, cluster.documents.namespace).map((asked) => isAllowed(cluster, asked, limits))),
  ])
  if (node === undefined) throw nodeNotFound(name)
  const findings = findingsOf({
    node,
    now: cluster.now(),
    ownNow: clock.now(),
    version: patient.version,
    lease: lease.value,
    documents:
      documents.value &&
      new Map(documents.value.flatMap((stored) => (stored === undefined ? [] : [[stored.name, stored]]))),
    configMaps: configMaps.value,
    missingPolicies,
    rights,
  })
  return { ...findings, node, verdict: agentVerdict(findings) }
}

const nodes = { apiVersion: 'v1', kind: 'Node' } as const

/** What the commands about a node require. */
function rightsFor(node: string, namespace: string): readonly Asked[] {
  const configMaps = { apiVersion: 'v1', kind: 'ConfigMap', namespace }
  const history = { apiVersion: 'apps/v1', kind: 'ControllerRevision', namespace }
  return [
    { command: 'status', verb: 'list', resource: 'nodes', kind: nodes },
    { command: 'status', verb: 'list', resource: 'configmaps', kind: configMaps },
    { command: 'push', verb: 'create', resource: 'configmaps', kind: configMaps },
    { command: 'push', verb: 'patch', resource: 'configmaps', kind: configMaps },
    { command: 'push', verb: 'create', resource: 'controllerrevisions', kind: history },
    { command: 'opt-out', verb: 'patch', resource: 'nodes', kind: { ...nodes, named: node } },
    {
      command: 'effective',
      verb: 'get',
      resource: 'nodes/proxy',
      kind: { ...nodes, subresource: 'proxy', named: node },
    },
  ]
}
