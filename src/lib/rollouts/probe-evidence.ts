import { admittedAt } from './admitted-at.ts'
import { admits, nodesOf } from './gate.ts'
import type { FailedCheck, Probe, ProbeId, ProbeMoment } from './probe.ts'
import type { Progress, Rollout } from './rollout.ts'
import { canariesOf, inOrder, type RolloutNode, standingWith } from './rollout-node.ts'

/** A node on which a probe has failed. */
export interface FailedProbe {
  readonly node: string
  readonly failed: readonly FailedCheck[]
}

/** What probes say of a node. */
type Finding =
  | { readonly kind: 'passed' }
  /** One has to be made, or made anew. */
  | { readonly kind: 'due'; readonly probe: ProbeId }
  | { readonly kind: 'waits'; readonly node: string }
  /** What fails with the candidate, and neither failed there before nor fails elsewhere. */
  | { readonly kind: 'against'; readonly found: FailedProbe }
  /** It says nothing of the candidate, and is tried again then; milliseconds since the epoch. */
  | { readonly kind: 'unclear'; readonly found: FailedProbe; readonly until: number }

/** What probes say of all nodes that are tried. */
export interface ProbeVerdict {
  readonly due: readonly ProbeId[]
  /** Nodes whose probes have not ended. */
  readonly waits: readonly string[]
  readonly against: readonly FailedProbe[]
  readonly unclear: readonly FailedProbe[]
  /** When the first of the unclear ones is tried again. */
  readonly until: number | undefined
}

interface Judged {
  readonly progress: Progress
  /** All nodes that the rollout is for. */
  readonly nodes: readonly RolloutNode[]
  readonly probes: readonly Probe[]
  /** Milliseconds since the epoch, by the clock of the API server. */
  readonly now: number
}

/** A kubelet ends a probe after that time. */
export const probeDeadlineSeconds = 120
/** If it does not say so until then, it has failed. */
const overdueMs = probeDeadlineSeconds * 1_000 + 60_000
const againMs = 600_000
/** Untouched nodes that one is compared with: the first may have no room. */
const mostBeside = 2
/** Two answers of one clock may be so far apart. */
const answersApartMs = 5_000

/** Whether probes say how a rollout goes on. */
export const asksProbes = ({ policy, progress }: Rollout): boolean =>
  policy?.probe !== undefined && progress?.phase === 'Progressing'

/** Of the canaries, before anybody has the candidate. What fails then says nothing later; where a probe does not even start, none would. */
export const judgeBaseline = (judged: Judged): ProbeVerdict =>
  verdictOf(
    judged.nodes
      .filter(({ name, ready }) => ready && judged.progress.canaries.includes(name))
      .map(({ name }) => {
        const probe = probeOn(name, 'before', judged)
        if (probe.kind !== 'ended') return probe
        const failed = probe.failed.filter(({ check }) => check === 'start')
        if (failed.length === 0) return passed
        return judged.now - probe.madeAt < againMs
          ? unclear({ node: name, failed }, probe)
          : due(name, 'before', judged)
      }),
  )

/** Of nodes that have proven the candidate. */
export function judgeProbes(judged: Judged): ProbeVerdict {
  const there = nodesOf(judged.progress.gate, judged.nodes)
  return verdictOf(triedIn(judged.progress, there).map((node) => findingOn(node, there, judged)))
}

/** The canaries that have it; in a first wave without canaries, one node of each kind. */
function triedIn({ gate, candidate, canaries }: Progress, there: readonly RolloutNode[]): readonly RolloutNode[] {
  const well = there.filter((node) => admits(gate, node) && standingWith(node, candidate) === 'well')
  const first = well.filter(({ name }) => canaries.includes(name))
  return first.length > 0 ? first : canariesOf(well, gate.seed)
}

function findingOn(node: RolloutNode, there: readonly RolloutNode[], judged: Judged): Finding {
  const { name } = node
  const probe = probeOn(name, 'with', judged)
  if (probe.kind !== 'ended') return probe
  const before = probeOn(name, 'before', judged)
  // One that its kubelet began late has run with the candidate, too.
  const isBaseline = before.kind === 'ended' && (before.toldAt ?? Number.NaN) <= admittedAt(node, judged.progress)
  const failed = isBaseline ? without(probe.failed, before.failed) : probe.failed
  const again = probeOn(name, 'again', judged, probe.madeAt)
  if (failed.length === 0 || (again.kind === 'ended' && again.failed.length === 0)) return passed
  // Somebody may have mended what has paused the rollout, or what was unclear.
  if (judged.now - probe.madeAt >= againMs) return due(name, 'with', judged)
  // Where there is nobody to compare it with, it may be for any reason.
  for (const { name: other } of untouchedBeside(node, there, judged.progress)) {
    const beside = probeOn(other, 'beside', judged, probe.madeAt)
    if (beside.kind === 'passed') continue
    if (beside.kind !== 'ended') return beside
    const own = without(failed, beside.failed)
    if (own.length === 0) break
    if (again.kind !== 'ended') return again
    // What was over before the other node was tried has nothing to do with either of them.
    if (again.madeAt < beside.madeAt) return due(name, 'again', judged)
    const still = own.filter(({ check }) => again.failed.some((one) => one.check === check || one.check === 'start'))
    return still.length === 0 ? passed : { kind: 'against', found: { node: name, failed: still } }
  }
  return unclear({ node: name, failed }, probe)
}

/** Of the same kind first. */
function untouchedBeside(
  { stratum }: RolloutNode,
  there: readonly RolloutNode[],
  { gate }: Progress,
): readonly RolloutNode[] {
  const untouched = inOrder(
    there.filter((node) => node.ready && !admits(gate, node)),
    gate.seed,
  )
  const alike = untouched.filter((node) => node.stratum === stratum)
  return [...alike, ...untouched.filter((node) => node.stratum !== stratum)].slice(0, mostBeside)
}

interface Ended {
  readonly kind: 'ended'
  readonly failed: readonly FailedCheck[]
  readonly madeAt: number
  readonly toldAt: number | undefined
}

const passed = { kind: 'passed' } as const

/** How a probe has ended; for lack of room, nothing speaks against its node. `since`: an older one does not count. */
function probeOn(
  node: string,
  moment: ProbeMoment,
  judged: Judged,
  since = Number.NEGATIVE_INFINITY,
): Ended | Exclude<Finding, { kind: 'against' | 'unclear' }> {
  const { progress, probes, now } = judged
  const { generation } = progress.candidate
  const probe = probes.find((one) => one.node === node && one.generation === generation && one.moment === moment)
  // A time to come is of a clock that was set back since.
  if (probe === undefined || probe.madeAt > now + answersApartMs || probe.madeAt < since)
    return due(node, moment, judged)
  const { madeAt, outcome, toldAt } = probe
  switch (outcome.kind) {
    case 'ended':
      return { kind: 'ended', failed: outcome.failed, madeAt, toldAt }
    case 'no-room':
      return passed
    case 'under-way': {
      if (now - madeAt < overdueMs) return { kind: 'waits', node }
      const why = outcome.why ?? 'it has not ended in time'
      return { kind: 'ended', failed: [{ check: 'start', why }], madeAt, toldAt: madeAt + overdueMs }
    }
  }
}

/** What has failed for the first probe, and not for the other. */
const without = (failed: readonly FailedCheck[], others: readonly FailedCheck[]): readonly FailedCheck[] =>
  others.some(({ check }) => check === 'start')
    ? []
    : failed.filter(({ check }) => others.every((other) => other.check !== check))

const due = (node: string, moment: ProbeMoment, { progress }: Judged) =>
  ({ kind: 'due', probe: { node, moment, generation: progress.candidate.generation } }) as const

const unclear = (found: FailedProbe, { madeAt }: Ended): Finding => ({
  kind: 'unclear',
  found,
  until: madeAt + againMs,
})

function verdictOf(findings: readonly Finding[]): ProbeVerdict {
  const {
    due: missing = [],
    waits = [],
    against = [],
    unclear: open = [],
  } = Object.groupBy(findings, ({ kind }) => kind)
  const times = open.flatMap((one) => (one.kind === 'unclear' ? one.until : []))
  const probes = missing.flatMap((one) => (one.kind === 'due' ? one.probe : []))
  return {
    // Several nodes may be compared with one.
    due: probes.filter(({ node }, index) => probes.findIndex((one) => one.node === node) === index),
    waits: [...new Set(waits.flatMap((one) => (one.kind === 'waits' ? one.node : [])))],
    against: against.flatMap((one) => (one.kind === 'against' ? one.found : [])),
    unclear: open.flatMap((one) => (one.kind === 'unclear' ? one.found : [])),
    until: times.length === 0 ? undefined : Math.min(...times),
  }
}
