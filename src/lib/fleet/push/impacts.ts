import { podsWouldEnd } from '../../agent/examine/pods-would-end.ts'
import type { Node } from '../../api/node.ts'
import type { Pod } from '../../api/pod.ts'
import { type AssessedChange, assessChange } from '../../kubelet/changes/assess.ts'
import { isRisk, type Risk, risks } from '../../kubelet/changes/disruption.ts'
import { impactOf } from '../../kubelet/changes/impact/impact.ts'
import { podEvidenceOf } from '../../kubelet/changes/impact/pod-evidence.ts'
import { nodeSubject } from '../../message/fact.ts'
import type { Failure } from '../../message/failure.ts'
import { releaseOf } from '../../nodes/releases-of-nodes.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import { refusalOfRisks } from '../change/accept-risk.ts'
import type { Comparison, NodesInChange } from '../change/change-for-nodes.ts'
import type { Cluster } from '../cluster.ts'
import { LeftToAgent, NoPodWouldEnd, PodsMayEnd, PodsNotVisible, type PushFact } from './push-messages.ts'
import type { PushPlan, PushStep } from './push-plan.ts'

interface Impacts {
  /** As in the plan, with those that need nothing to be accepted. */
  readonly steps: readonly PushStep[]
  /** Without the steps that agents make only where no pod ends. */
  readonly refusal: Failure | undefined
  readonly notes: readonly PushFact[]
  readonly warnings: readonly PushFact[]
}

/**
 * What the risks that nobody has accepted would end, as far as the API shows it: pods, their requests, what their nodes offer.
 * Where none would end, nothing needs to be accepted: agents look again, with what only their machine knows, and hold
 * otherwise (ADR 36). Reads nothing unless the plan is refused.
 */
export async function impactsOf(
  cluster: Pick<Cluster, 'nodes'>,
  { steps, refusal, acceptedRisks }: PushPlan,
  limits: Limits,
): Promise<Impacts> {
  if (refusal === undefined) return { steps, refusal, notes: [], warnings: [] }
  const risky = steps.map((step) => ({ step, nodes: atRisk(step, acceptedRisks) }))
  const asked = risky.flatMap(({ nodes }) => nodes)
  const impacts = asked.length === 0 ? undefined : await unlessRefused(impactOnNodes(cluster, asked, limits))
  if (impacts?.value === undefined) {
    const warnings = impacts === undefined ? [] : [PodsNotVisible({ because: impacts.failure.fact })]
    return { steps, refusal, notes: [], warnings }
  }
  const impactOn = impacts.value
  const looks = risky.map(({ step, nodes }) => ({ step, facts: nodes.map(impactOn) }))
  const decided = looks.map(
    ({ step, facts }): PushStep => ({ ...step, isLeftToAgents: isLeftToAgents(step, acceptedRisks, facts) }),
  )
  const facts = looks.flatMap((look) => look.facts)
  return {
    steps: decided,
    refusal: refusalOfRisks(
      decided.filter((step) => !step.isLeftToAgents),
      acceptedRisks,
    ),
    notes: facts.filter(({ reason }) => reason === 'NoPodWouldEnd'),
    warnings: facts.filter(({ reason }) => reason !== 'NoPodWouldEnd'),
  }
}

export interface NodeAtRisk {
  readonly node: Node
  readonly compared: Comparison
  readonly weighed: readonly AssessedChange[]
}

/** What a restart would end on each of these nodes, with one look at their pods. Fails when the pods cannot be read. */
export async function impactOnNodes(
  cluster: Pick<Cluster, 'nodes'>,
  asked: readonly NodeAtRisk[],
  limits: Limits,
): Promise<(one: NodeAtRisk) => PushFact> {
  const pods = await podsOf(cluster, asked, limits)
  return (one) => impactOn(one, pods.get(one.node.name) ?? [])
}

const unaccepted = (changes: readonly AssessedChange[], accepted: readonly Risk[]): readonly AssessedChange[] =>
  changes.filter(({ disruption }) => isRisk(disruption) && !accepted.includes(disruption))

/** The nodes with an agent that is heard, and that runs something else. */
const atRisk = ({ parts }: PushStep, accepted: readonly Risk[]): readonly NodeAtRisk[] =>
  parts.flatMap(({ from, nodes, compared }) =>
    from !== 'runs' || compared === undefined
      ? []
      : nodes.flatMap((node) => {
          const weighed = unaccepted(assessChange(releaseOf(node), compared).changes, accepted)
          return weighed.length === 0 ? [] : [{ node, compared, weighed }]
        }),
  )

/** With more nodes than this, one list of all pods is cheaper. */
const mostSingleReads = 10

async function podsOf(
  { nodes }: Pick<Cluster, 'nodes'>,
  asked: readonly NodeAtRisk[],
  limits: Limits,
): Promise<ReadonlyMap<string, readonly Pod[]>> {
  const names = [...new Set(asked.map(({ node }) => node.name))]
  const pods =
    names.length > mostSingleReads
      ? await nodes.pods(new Set(names), limits)
      : (await Promise.all(names.map((name) => nodes.pods(name, limits)))).flat()
  return Map.groupBy(pods, ({ spec }) => spec.nodeName ?? '')
}

function impactOn({ node, compared, weighed }: NodeAtRisk, pods: readonly Pod[]): PushFact {
  const release = releaseOf(node)
  const { allocatable, capacity } = node
  const evidence = { pods: pods.map(podEvidenceOf), allocatable, capacity, machine: {} }
  const impact = impactOf({ release, ...compared, assessment: assessChange(release, compared), weighed, evidence })
  const needs = risks.filter((risk) => weighed.some(({ disruption }) => disruption === risk))
  const because = podsWouldEnd(impact, { paths: weighed.map(({ path }) => path), risks: needs })
  const subject = nodeSubject(node.name)
  if (because === undefined) return NoPodWouldEnd({ subject, pods: impact.pods, figures: impact.figures })
  const isNamed = because.reason === 'PodsWouldEnd' && because.count > 0
  return (isNamed ? PodsMayEnd : LeftToAgent)({ subject, because })
}

/** What has no effect without a new Node is not held by agents, and what no agent is heard of is not looked at by one. */
function isLeftToAgents(
  { parts, assessment }: PushStep,
  accepted: readonly Risk[],
  facts: readonly PushFact[],
): boolean {
  const isSeen = ({ from, assessment: own }: NodesInChange) =>
    from === 'runs' || unaccepted(own?.changes ?? [], accepted).length === 0
  const needsNewNode = unaccepted(assessment?.changes ?? [], accepted).some(
    ({ disruption }) => disruption === 'new-node',
  )
  return parts.every(isSeen) && !needsNewNode && facts.every(({ reason }) => reason !== 'PodsMayEnd')
}
