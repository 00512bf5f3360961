import { messageOf } from '../message/describe.ts'
import type { Fact } from '../message/fact.ts'
import { admittedAt } from './admitted-at.ts'
import { notPassed } from './check-answer.ts'
import type { CheckAnswer } from './checks.ts'
import { admits, type Gate, nodesOf } from './gate.ts'
import { closeGate, openGate } from './move-gate.ts'
import { asksPods, type HurtNode, judgePods, type PodVerdict, type SeenPods } from './pod-evidence.ts'
import { atATime, type RolloutPolicy, type Wave } from './policy.ts'
import type { SeenProbes } from './probe.ts'
import { asksProbes, judgeBaseline, judgeProbes } from './probe-evidence.ts'
import { refusalOf } from './refusal.ts'
import {
  type Cause,
  type LateNode,
  longest,
  type Move,
  type PastRollout,
  type Progress,
  type Rollout,
  type RolloutDocument,
  type RolloutOutcome,
  withProgress,
} from './rollout.ts'
import {
  type CauseFact,
  CheckFailed,
  ChecksNotPassed,
  causeOf,
  DesiredUnusable,
  type FailedNode,
  FleetUnavailable,
  type HoldFact,
  harmIn,
  KubeletFailsProbe,
  KubeletHurtsPods,
  NodeOverdue,
  NodesFailed,
  NodesReturn,
  NoNodeToTry,
  OutsideWindows,
  PodsHurt,
  PodsNotSeen,
  PodsNotStarted,
  ProbesNotSeen,
  ProbesUnclear,
  ReportsDue,
  RolloutPaused,
  RolloutRefused,
  RolloutSuperseded,
  RolloutWithdrawn,
  WaitsForApproval,
  WaitsForNodes,
  WaitsForProbes,
  WaitsForSlots,
  WaveSoaks,
} from './rollout-messages.ts'
import { canariesOf, mayRun, type RolloutNode, standingWith } from './rollout-node.ts'
import { afterSetBack } from './set-back.ts'
import { membersOf } from './waves.ts'
import { windowAt } from './windows.ts'

/** The document that people, `push` or Git want all nodes to have. */
export type Desired =
  | ({ readonly kind: 'document' } & Omit<RolloutDocument, 'generation'>)
  | { readonly kind: 'unusable'; readonly because: Fact }

export interface Situation {
  readonly rollout: Rollout
  readonly desired: Desired
  /** All nodes that the rollout is for: they have an agent, and no document of their own. */
  readonly nodes: readonly RolloutNode[]
  /** Milliseconds since the epoch, by the clock of the API server. */
  readonly now: number
  /** When the rollout was stored last: whoever did so may have looked long before. Without it, nobody knows. */
  readonly writtenAt?: number | undefined
  /** What the checks of the policy say about the wave that has soaked; without it, nobody has asked them. */
  readonly answers?: readonly CheckAnswer[] | undefined
  /** What the pods of the nodes show; without it, nobody has looked. */
  readonly pods?: SeenPods | undefined
  /** The pods that try kubelets; without it, nobody has looked. */
  readonly probes?: SeenProbes | undefined
}

export const steps = [
  'start',
  'admit',
  'note',
  'clock',
  'soak',
  'next-wave',
  'promote',
  'abort',
  'pause',
  'close',
  'end',
] as const
export type Step = (typeof steps)[number]

/** What is to be done about the rollouts of a target now. */
export type Advance =
  /** All nodes get the document itself, or what is wanted is promoted. */
  | { readonly kind: 'idle' }
  /** Nothing can be done; `until`: milliseconds since the epoch, undefined: something has to happen. */
  | { readonly kind: 'hold'; readonly because: HoldFact; readonly until: number | undefined }
  /** The next state. It is stored only where nobody has moved the gate meanwhile. */
  | { readonly kind: 'move'; readonly step: Step; readonly next: Rollout }

/** The same for the same situation, whoever asks: a controller, a command in a pipeline, or both at once. */
export function advance(situation: Situation): Advance {
  const { rollout, desired } = situation
  const { policy, progress } = rollout
  if (policy === undefined) return { kind: 'idle' }
  const earlier = progress && afterSetBack(progress, situation.now)
  if (earlier !== undefined) return move('clock', { ...rollout, progress: earlier })
  if (progress?.phase === 'Aborting') return abandon({ ...situation, policy, progress })
  if (desired.kind === 'unusable') {
    const stop = progress?.phase === 'Progressing' ? stopOf({ ...situation, policy, progress }) : undefined
    return stop ?? hold(DesiredUnusable({ because: desired.because }))
  }
  if (progress === undefined) return begin({ ...situation, policy }, desired)
  const candidate = progress.candidate.digest
  if (desired.digest !== candidate) {
    const isBack = desired.digest === rollout.promoted.digest
    const replaced = isBack ? RolloutWithdrawn() : RolloutSuperseded()
    const cause = harmIn(progress.cause) ?? causeOf(replaced)
    return move('abort', aborting(rollout, progress, cause))
  }
  if (progress.phase === 'Paused') return hold(RolloutPaused({ cause: progress.cause }))
  return goOn({ ...situation, policy, progress })
}

type WithPolicy = Situation & { readonly policy: RolloutPolicy }
type UnderWay = WithPolicy & { readonly progress: Progress }

const hold = (because: HoldFact, until?: number): Advance => ({ kind: 'hold', because, until })

const namesOf = (nodes: readonly RolloutNode[]): readonly string[] => nodes.map(({ name }) => name)

const isoOf = (ms: number): string => new Date(ms).toISOString()

function begin(situation: WithPolicy, desired: Extract<Desired, { kind: 'document' }>): Advance {
  const { rollout, policy, nodes, now } = situation
  const { kind: _, ...wanted } = desired
  if (wanted.digest === rollout.promoted.digest) return { kind: 'idle' }
  const refusal = refusalOf(rollout, wanted.digest)
  if (refusal !== undefined) return hold(RolloutRefused({ cause: refusal.cause }))
  const away = nodes.filter(isAway)
  const most = atATime(policy.maxUnavailable, nodes.length)
  if (nodes.length > 0 && away.length >= most) return hold(FleetUnavailable({ nodes: namesOf(away), most }))
  const generation = rollout.generation + 1
  const progress: Progress = {
    phase: 'Progressing',
    candidate: { ...wanted, generation },
    startedAt: isoOf(now),
    moves: [],
    cause: undefined,
    ...firstWave(situation, wanted.digest),
  }
  return open(situation, 'start', { ...rollout, generation, progress })
}

/** With all nodes that are there now. */
const firstWave = ({ nodes, now }: WithPolicy, seed: string) => ({
  gate: { nodes: [], upTo: 0, seed, since: isoOf(sinceOf(nodes, now)) },
  canaries: canaryNames(nodes, seed),
  wave: 0,
  approvedWave: -1,
  late: [],
  soaksSince: undefined,
})

/** Nodes that are there now are counted, also those that were made before the clock was set back. */
const sinceOf = (nodes: readonly RolloutNode[], now: number): number =>
  Math.max(now, ...nodes.map(({ createdAt }) => Date.parse(createdAt ?? '')).filter((at) => !Number.isNaN(at)))

const canaryNames = (nodes: readonly RolloutNode[], seed: string): readonly string[] =>
  namesOf(canariesOf(nodes, seed)).slice(0, longest.canaries)

const move = (step: Step, next: Rollout): Advance => ({ kind: 'move', step, next })

/** The first of some times. */
function firstOf(...times: readonly (number | undefined)[]): number | undefined {
  const first = Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY))
  return Number.isFinite(first) ? first : undefined
}

/** A move that brings the candidate to more nodes, now or later. `until`: when something else may be due. */
function open({ policy, now }: WithPolicy, step: Step, next: Rollout, until?: number): Advance {
  const window = windowAt(policy.windows, now)
  if (window.kind === 'open') return move(step, next)
  const { opensAt, unknownZones } = window
  const opens = opensAt === undefined ? undefined : { at: isoOf(opensAt), leftMs: opensAt - now }
  return hold(OutsideWindows({ opens, unknownZones }), firstOf(opensAt, until))
}

const progressed = ({ rollout, progress }: UnderWay, changed: Partial<Progress>): Rollout =>
  withProgress(rollout, progress, changed)

/** A rollout that is given up: from now on its gate only closes. */
export const aborting = (rollout: Rollout, progress: Progress, cause: Cause): Rollout => ({
  ...rollout,
  progress: { ...progress, phase: 'Aborting', soaksSince: undefined, cause },
})

/** How the nodes of a rollout are. */
function statesIn(situation: UnderWay) {
  const { gate } = situation.progress
  const there = nodesOf(gate, situation.nodes)
  const admitted = there.filter((node) => admits(gate, node))
  const verdict = verdictIn(situation)
  const reported = failuresAmong(admitted, situation)
  return { there, admitted, verdict, reported, failed: failedAmong(situation, verdict, reported) }
}

/** What is not held back by anybody who is waited for: nodes that fail, and those that take long. */
function stopOf(situation: UnderWay, { admitted, failed } = statesIn(situation)): Advance | undefined {
  const late = lateOf(situation, admitted)
  if (late !== undefined) return move('note', progressed(situation, { late }))
  const isOver = failed.length >= situation.policy.maxFailures && failed.length > 0
  return isOver ? failing(situation, NodesFailed({ failed })) : undefined
}

function goOn(situation: UnderWay): Advance {
  const { policy, progress, nodes, now } = situation
  const wave = waveOf(policy, progress)
  const states = statesIn(situation)
  const stop = stopOf(situation, states)
  if (stop !== undefined) return stop
  if (wave.approval && progress.approvedWave < progress.wave) return hold(WaitsForApproval({ wave: progress.wave + 1 }))
  const { there, admitted, verdict, reported, failed } = states
  // A rollout that nobody is left of has proven nothing: with the nodes that have come since, it begins anew.
  if (there.length === 0)
    return nodes.length === 0
      ? hold(NoNodeToTry())
      : open(situation, 'start', progressed(situation, firstWave(situation, progress.gate.seed)))
  const { candidate } = progress
  // Where only pods fare badly, the node is waited for all the same.
  const isFailed = new Set(reported.map(({ node }) => node))
  const working = admitted.filter((node) => !isFailed.has(node.name) && standingWith(node, candidate) !== 'well')
  const members = membersOf(wave, progress, there)
  // Nor has a first wave that nobody is left of.
  if (wave.to.kind === 'canary' && members.length === 0)
    return open(situation, 'start', progressed(situation, { canaries: canaryNames(there, progress.gate.seed) }))
  const isAdmitted = new Set(admitted)
  const missing = members.filter((node) => !isAdmitted.has(node))
  const because = podHold(situation, verdict)
  if (because !== undefined && missing.length > 0)
    return hold(because, firstOf(verdict?.until, firstDeadline(working, situation)))
  const tried = admitted.length === 0 ? probeHold(situation, judgeBaseline) : undefined
  if (missing.length > 0 && tried !== undefined) return tried
  if (missing.length > 0) return admitMore(situation, { wave, there, missing, working, failed: isFailed })
  if (working.length > 0) {
    // What was well and is not any more has to be well as long again.
    if (progress.soaksSince !== undefined) return move('soak', progressed(situation, { soaksSince: undefined }))
    return hold(WaitsForNodes({ nodes: namesOf(working) }), firstDeadline(working, situation))
  }
  if (progress.soaksSince === undefined) return move('soak', progressed(situation, { soaksSince: isoOf(now) }))
  const untried = probeHold(situation, judgeProbes)
  if (untried !== undefined) return untried
  const soakMs = wave.soakMs ?? policy.soakMs
  const until = Date.parse(progress.soaksSince) + soakMs
  const isLast = progress.wave >= policy.waves.length - 1
  if (now < until) return hold(WaveSoaks({ leftMs: until - now, isLast }), until)
  if (because !== undefined) return hold(because, verdict?.until)
  const notStarted = notStartedHold(situation, verdict)
  if (notStarted !== undefined) return hold(notStarted)
  const held = notPassed(policy.checks, situation.answers)
  const against = held.find(({ says }) => says === 'abort')
  if (against !== undefined) return failing(situation, CheckFailed({ check: against.name, because: against.because }))
  if (held.length > 0) return hold(ChecksNotPassed({ checks: held }))
  // Whatever the policy tolerates: a document that has worked nowhere is not for all.
  if (isLast && failed.length === admitted.length) return failing(situation, NodesFailed({ failed }))
  if (isLast) return open(situation, 'promote', ended(situation, 'Promoted', progress.cause))
  return open(situation, 'next-wave', progressed(situation, { wave: progress.wave + 1, soaksSince: undefined }))
}

const waveOf = ({ waves }: RolloutPolicy, { wave }: Progress): Wave => waves[Math.min(wave, waves.length - 1)]!

interface Missing {
  readonly wave: Wave
  readonly there: readonly RolloutNode[]
  readonly missing: readonly RolloutNode[]
  readonly working: readonly RolloutNode[]
  readonly failed: ReadonlySet<string>
}

/**
 * As many more as may be away. In batches of at least half of that, unless nothing is under way: each move of the gate is
 * an answer to all agents.
 */
function admitMore(situation: UnderWay, { wave, there, missing, working, failed }: Missing): Advance {
  const { policy, progress } = situation
  const most = atATime(policy.maxUnavailable, there.length)
  const isWorking = new Set(namesOf(working))
  // Of the failed ones, those that are not back.
  const isLeft = (node: RolloutNode) => failed.has(node.name) && standingWith(node, progress.candidate) === 'working'
  const others = there.filter((node) => !isWorking.has(node.name) && (isAway(node) || isLeft(node)))
  const free = most - working.length - others.length
  if (working.length === 0 && free <= 0) return hold(FleetUnavailable({ nodes: namesOf(others), most }))
  const batch = Math.min(missing.length, Math.ceil(most / 2))
  if (working.length > 0 && free < batch)
    return hold(WaitsForSlots({ nodes: namesOf(working), most }), firstDeadline(working, situation))
  const gate = openGate(progress.gate, { wave, more: missing.slice(0, free) })
  const next = progressed(situation, { gate, moves: moved(situation, gate), soaksSince: undefined })
  return open(situation, 'admit', next, firstDeadline(working, situation))
}

const moved = ({ progress: { moves }, now }: UnderWay, { upTo, nodes }: Gate): readonly Move[] =>
  [...moves, { at: isoOf(now), upTo, named: nodes.length }].slice(-longest.moves)

/** For another reason than this rollout: also what still comes back from the one before. */
const isAway = ({ ready, report }: RolloutNode): boolean =>
  !ready || (report.kind === 'working' && report.digest !== '')

/** What speaks against a candidate: nodes that its gate admits, and those that still say so when it has closed. */
export function failuresIn(situation: UnderWay): readonly FailedNode[] {
  const { gate, candidate } = situation.progress
  const concerned = nodesOf(gate, situation.nodes).filter(
    (node) => admits(gate, node) || standingWith(node, candidate) === 'failed',
  )
  return failedAmong(situation, verdictIn(situation), failuresAmong(concerned, situation))
}

/** Besides nodes that say so themselves, those whose pods do, and those on which a probe has failed. */
function failedAmong(
  situation: UnderWay,
  verdict: PodVerdict | undefined,
  reported: readonly FailedNode[],
): readonly FailedNode[] {
  const hurt = [...reported, ...hurtIn(situation, verdict, reported)]
  const isFailed = new Set(hurt.map(({ node }) => node))
  return [...hurt, ...failingProbes(situation).filter(({ node }) => !isFailed.has(node))]
}

function failingProbes(situation: UnderWay): readonly FailedNode[] {
  const { rollout, probes } = situation
  if (probes?.kind !== 'seen' || !asksProbes(rollout)) return []
  return judgeProbes({ ...situation, probes: probes.probes }).against.map(({ node, failed }) => {
    const fact = KubeletFailsProbe({ failed })
    return { node, cause: { reason: fact.reason, message: messageOf(fact).slice(0, longest.message) } }
  })
}

/** Why the rollout waits for the pods that try kubelets; undefined: it does not. */
function probeHold(situation: UnderWay, judge: typeof judgeProbes): Advance | undefined {
  const { rollout, probes, now } = situation
  if (!asksProbes(rollout)) return undefined
  if (probes?.kind !== 'seen') return hold(ProbesNotSeen({ because: probes?.because }))
  const { due, waits, unclear, until } = judge({ ...situation, probes: probes.probes })
  const nodes = [...new Set([...due.map(({ node }) => node), ...waits])]
  if (nodes.length > 0) return hold(WaitsForProbes({ nodes, due }), now + probeEveryMs)
  return unclear.length === 0
    ? undefined
    : hold(ProbesUnclear({ nodes: unclear.map(({ node }) => node), failed: unclear }), until)
}

/** A probe takes some seconds. */
const probeEveryMs = 2_000

const failuresAmong = (nodes: readonly RolloutNode[], situation: UnderWay): readonly FailedNode[] =>
  nodes.flatMap((node) => failureOf(node, situation) ?? [])

/** Why an admitted node has failed; undefined: it has not. */
function failureOf(node: RolloutNode, situation: UnderWay): FailedNode | undefined {
  const { progress, policy, now } = situation
  const standing = standingWith(node, progress.candidate)
  if (standing === 'well' || standing === 'away') return undefined
  const { name, report } = node
  if (standing === 'failed') return { node: name, cause: report.kind === 'failed' ? report.cause : undefined }
  const isNoticed = progress.late.some((one) => one.name === name)
  if (!isNoticed || now < deadlineOf(node, situation)) return undefined
  const overdue = NodeOverdue({ afterMs: policy.nodeDeadlineMs })
  return { node: name, cause: { reason: overdue.reason, message: messageOf(overdue) } }
}

const verdictIn = ({ rollout, progress, nodes, now, pods }: UnderWay): PodVerdict | undefined =>
  pods?.kind === 'seen' && asksPods(rollout, nodes) ? judgePods({ progress, nodes, seen: pods, now }) : undefined

/** Nodes that have failed because of what their pods show, besides those that have failed anyway. */
function hurtIn(
  { policy }: UnderWay,
  verdict: PodVerdict | undefined,
  reported: readonly FailedNode[],
): readonly FailedNode[] {
  if (verdict === undefined || policy.pods !== 'abort') return []
  return verdict.against
    .filter((hurt) => reported.every(({ node }) => node !== hurt.node))
    .map(({ node, pods }) => {
      const fact = KubeletHurtsPods({ pods, untouched: verdict.untouched })
      return { node, cause: { reason: fact.reason, message: messageOf(fact) } }
    })
}

/** Why no more nodes may have the candidate, by what pods show; undefined: they may. */
function podHold({ rollout, policy, nodes, pods }: UnderWay, verdict: PodVerdict | undefined): HoldFact | undefined {
  if (!asksPods(rollout, nodes)) return undefined
  if (verdict === undefined) return PodsNotSeen({ because: pods?.kind === 'unread' ? pods.because : undefined })
  // Of failed nodes, the policy has said how many it tolerates.
  const isCounted = policy.pods === 'abort' && verdict.against.length > 0
  return verdict.goesOn.length > 0 && !isCounted ? PodsHurt(named(verdict, verdict.goesOn)) : undefined
}

/** The same at the end of a wave, by pods that nobody looks at before. */
function notStartedHold({ rollout, nodes, pods }: UnderWay, verdict: PodVerdict | undefined): HoldFact | undefined {
  if (verdict === undefined || pods?.kind !== 'seen' || !asksPods(rollout, nodes)) return undefined
  if (pods.looked === undefined) return PodsNotSeen({ because: undefined })
  return verdict.notStarted.length > 0 ? PodsNotStarted(named(verdict, verdict.notStarted)) : undefined
}

const named = ({ admitted, untouched }: PodVerdict, hurt: readonly HurtNode[]) => ({
  ...{ nodes: hurt.map(({ node }) => node), hurt, admitted, untouched },
})

/**
 * The nodes that take long to prove the candidate, if that are others than those that are noticed already. A gate can come to admit a
 * node long after it opened: by another label, an opt-in, or because nobody moved the rollout. Such a node gets its time, too.
 */
function lateOf(situation: UnderWay, admitted: readonly RolloutNode[]): readonly LateNode[] | undefined {
  const { progress, policy, now } = situation
  const isWorking = new Set(namesOf(admitted.filter((node) => standingWith(node, progress.candidate) === 'working')))
  const kept = progress.late.filter(({ name }) => isWorking.has(name))
  const known = new Set(kept.map(({ name }) => name))
  const lateFrom = (node: RolloutNode) => admittedAt(node, progress) + policy.nodeDeadlineMs / 2
  const more = admitted.filter((node) => isWorking.has(node.name) && !known.has(node.name) && now >= lateFrom(node))
  const noticed = [...kept, ...more.map(({ name }) => ({ name, at: isoOf(now) }))].slice(0, longest.late)
  const isSame = noticed.length === progress.late.length && noticed.every(({ name }) => known.has(name))
  return isSame ? undefined : noticed
}

/** When a node has to have proven the candidate, or is late with it; milliseconds since the epoch. */
function deadlineOf(node: RolloutNode, { progress, policy: { nodeDeadlineMs } }: UnderWay): number {
  const from = admittedAt(node, progress)
  const noticed = progress.late.find(({ name }) => name === node.name)
  if (noticed === undefined) return from + nodeDeadlineMs / 2
  const at = Date.parse(noticed.at)
  // Whoever noticed it that late had not let it in before, or was not there.
  return (at < from + nodeDeadlineMs * noticedInTime ? from : at) + nodeDeadlineMs
}

/** Of the time that a node has. */
const noticedInTime = 0.75

/** Of those that have one: what was proven once and is away now comes back, or holds the rollout. */
function firstDeadline(working: readonly RolloutNode[], situation: UnderWay): number | undefined {
  const { candidate } = situation.progress
  const late = working.filter((node) => standingWith(node, candidate) === 'working')
  return late.length === 0 ? undefined : Math.min(...late.map((node) => deadlineOf(node, situation)))
}

function failing(situation: UnderWay, because: CauseFact): Advance {
  const cause = causeOf(because)
  if (situation.policy.onFailure === 'abort')
    return move('abort', aborting(situation.rollout, situation.progress, cause))
  return move('pause', progressed(situation, { phase: 'Paused', cause, soaksSince: undefined }))
}

/**
 * A node that was let in may have restarted right before its gate closed: so much later, its agent has reported that, and whoever
 * moves the rollout has seen it.
 */
const answerMs = 30_000

/** The gate closes in steps, so that not all nodes return at once. */
function abandon(situation: UnderWay): Advance {
  const { policy, progress, nodes, now } = situation
  const { gate, moves } = progress
  const there = nodesOf(gate, nodes)
  const digest = progress.candidate.digest
  // A kubelet that has what is promoted again is away until it has proven it.
  const returning = there.filter(
    (node) => !admits(gate, node) && (mayRun(node, digest) || node.report.kind === 'working'),
  )
  const admitted = there.filter((node) => admits(gate, node))
  const movedAt = lastMoveIn(situation)
  const answersAt = movedAt + answerMs
  if (hasClosed(moves) && now < answersAt) return hold(ReportsDue(), answersAt)
  if (returning.length === 0 && isRefused(situation, admitted))
    return move('end', ended(situation, 'Aborted', progress.cause))
  const isClosed = gate.upTo === 0 && gate.nodes.length === 0
  const until = movedAt + policy.nodeDeadlineMs
  if (isClosed) {
    // A node that does not come back, such as one that is held, does not keep the fleet from the next document.
    if (returning.length > 0 && now < until) return hold(NodesReturn({ nodes: namesOf(returning) }), until)
    return move('end', ended(situation, 'Aborted', progress.cause))
  }
  const hasAnswered = ({ report }: RolloutNode) => report.digest === digest
  const isNew = (node: RolloutNode) => now < admittedAt(node, progress) + answerMs
  // Those on trial, and those that have not answered the gate yet, are away, or may be at any moment: it closes for them at once.
  const changing = admitted.filter((node) => (hasAnswered(node) ? node.report.kind === 'working' : isNew(node)))
  const free = atATime(policy.maxUnavailable, there.length) - returning.length - changing.length
  const isChanging = new Set(namesOf(changing))
  // Of one that should have answered long ago, nothing new may have been seen since: it runs the candidate, for all that is known.
  const runs = (node: RolloutNode) => (mayRun(node, digest) || !hasAnswered(node)) && !isChanging.has(node.name)
  const closedFor = (most: number) => closeGate(gate, { admitted, runs, most })
  const first = closedFor(Math.max(0, free))
  const isSame = first.upTo === gate.upTo && first.nodes.length === gate.nodes.length
  if (isSame && now < until) return hold(NodesReturn({ nodes: namesOf([...returning, ...changing]) }), until)
  const closed = isSame ? closedFor(1) : first
  return move('close', progressed(situation, { gate: closed, moves: moved(situation, closed) }))
}

/** All that the gate has let in were rolled back by their own agents, or have refused the document: none of them takes it once more. */
function isRefused({ progress: { gate, candidate } }: UnderWay, admitted: readonly RolloutNode[]): boolean {
  const refuses = (node: RolloutNode) => standingWith(node, candidate) === 'failed' && !mayRun(node, candidate.digest)
  return gate.upTo === 0 && gate.nodes.length === admitted.length && admitted.every(refuses)
}

/** Whether the gate has closed for nodes with its last move. */
function hasClosed(moves: readonly Move[]): boolean {
  const [before, last] = moves.slice(-2)
  return last !== undefined && (last.upTo < before!.upTo || (last.named ?? 0) < (before!.named ?? 0))
}

/** When the gate has moved last, at the latest, milliseconds since the epoch. */
function lastMoveIn({ progress: { moves, startedAt }, writtenAt, now }: UnderWay): number {
  const at = Date.parse(moves.at(-1)?.at ?? startedAt)
  // A time to come is of a clock that was set back since.
  return writtenAt === undefined || writtenAt > now ? at : Math.max(at, writtenAt)
}

/** The rollout is over: its document is promoted, or remembered as refused. */
export function ended(
  { rollout, progress, now }: Pick<UnderWay, 'rollout' | 'progress' | 'now'>,
  outcome: RolloutOutcome,
  cause: Cause | undefined,
): Rollout {
  const { candidate, startedAt } = progress
  const { digest, revision } = candidate
  const one: PastRollout = { digest, revision, outcome, startedAt, endedAt: isoOf(now), cause }
  const promoted = outcome === 'Promoted' ? candidate : rollout.promoted
  return { ...rollout, promoted, progress: undefined, past: [one, ...rollout.past].slice(0, longest.past) }
}
