import { type Config, type DocumentVersion, sameConfig } from '../../../../src/lib/agent/model/config.ts'
import type { Decision } from '../../../../src/lib/agent/model/decision.ts'
import type { SimulatedCluster } from '../../../../src/lib/agent/simulated/cluster.ts'
import { isLocalLost } from '../../../../src/lib/agent/simulated/disk.ts'
import type { SimulatedMachine } from '../../../../src/lib/agent/simulated/machine.ts'
import type { State } from '../../../../src/lib/agent/state/state.ts'
import { statusOf } from '../../../../src/lib/agent/status/status-of.ts'
import { fail, Violation } from '../../../support/schedules/violation.ts'
import { contentOf } from './carry-out.ts'
import { checkStatus } from './check-status.ts'
import type { Invariants } from './invariants.ts'
import { versions } from './schedule.ts'

interface End {
  readonly machine: SimulatedMachine
  readonly cluster: SimulatedCluster
  readonly state: State
  readonly invariants: Invariants
}

const unfinished: ReadonlySet<Decision['kind']> = new Set(['wait', 'examine', 'prove', 'go-back', 'apply'])

/** A restart that proves what runs already, and for which no API server says which pods there are: nothing is changed. */
const waitsForPods = ({ state: { journal, backoffs }, cluster }: End): boolean =>
  !cluster.reachable &&
  backoffs['note-pods'] !== undefined &&
  (journal.work.kind === 'Trial' || (journal.work.kind === 'Applying' && journal.work.instead?.kind === 'Trial'))

/** What must hold when nothing has happened for hours. */
export function checkEnd(end: End): void {
  const { state, invariants, cluster, machine } = end
  const { decision } = state
  // It can neither go there nor do more than say that.
  if (isLocalLost(machine.disk) && (state.journal.work.kind === 'DeadEnd' || decision.kind === 'wait')) return
  // Whoever writes a file there restarts the kubelet, too, and moves the state files of another policy: hands off.
  const isUnread = machine.kubelet.process?.content !== machine.disk.live
  const { work } = state.journal
  if (work.kind === 'DeadEnd' && (isUnread || work.because.reason === 'NothingToReturnTo')) return
  // No kubelet is restarted on a frozen node: the own file that it may not have read stays on trial, and the rescue armed.
  const isKept =
    decision.kind === 'frozen' && work.kind === 'Trial' && work.config.source === 'local' && mayBeUnread(machine)
  if (isKept && machine.kubelet.process !== undefined) return
  if (state.journal.work.kind !== 'Settled' && !waitsForPods(end)) fail(`ends in ${state.journal.work.kind}`)
  // Whoever freezes what nobody can know any more, or what a disk brought back, or upgrades what is frozen, keeps what comes of it.
  const isUnknown = invariants.lostJournal || invariants.isStartedUnseen
  const isTheirs = decision.kind === 'frozen' && (isUnknown || machine.kubelet.version === versions.upgraded)
  // Without the API server nothing can be proven anew.
  const isUnknowable = invariants.lostJournal && !cluster.reachable
  if (!isTheirs && !isUnknowable) checkKubelet(end, statusOf(state).drifted)
  // What was assigned last may not have been heard.
  if (!cluster.reachable) return
  if (unfinished.has(decision.kind)) fail(`ends undecided: ${JSON.stringify(decision)}`)
  checkAssigned(end, decision.kind)
  // What runs when neither the file nor the state has it any more, nobody can say.
  if (!isTheirs && !invariants.lostFile) checkStatus(state, machine)
}

/** As far as the times of both say. */
function mayBeUnread(machine: SimulatedMachine): boolean {
  const { changedAtMs = 0 } = machine.live()
  return (machine.kubelet.process?.startedAtMs ?? 0) <= changedAtMs + 1_000
}

function checkKubelet({ machine, state, invariants }: End, drifted: boolean): void {
  const { process } = machine.kubelet
  // What a kubelet does that started with the file of another program is that program's affair.
  // Neither can anybody know what runs when neither the file nor the journal has it any more.
  if ((drifted || invariants.lostFile) && process?.content !== contentOf(state.journal.active, machine)) return
  // The same when the journal was lost later: outside a trial, the agent would not have mended that with its journal either.
  if (process === undefined && machine.disk.live === invariants.lostDrift) return
  if (process === undefined && invariants.hasStateFileOfLost()) return
  if (process === undefined) throw new Violation('ends without a kubelet')
  // It did not show what it runs, and nobody can say whether it started before the file was changed.
  if (!invariants.isHarmless(drifted ? { ...process.behavior, effective: true } : process.behavior))
    fail(`ends with ${process.content}, which does harm`)
  // Whether it has read it nobody knows, and a restart is not safe until somebody connects the rescue.
  if (state.journal.postponed?.until === 'rescue-connected' && machine.disk.disconnected !== undefined) return
  if (!drifted && !invariants.good.has(process.content)) fail(`ends with ${process.content}, which was never good`)
  const { active } = state.journal
  if (!drifted && active.source !== 'local' && process.content !== active.checkpoint)
    fail(`says ${active.checkpoint}, runs ${process.content}`)
}

function checkAssigned(end: End, decision: Decision['kind']): void {
  const { machine, cluster, state } = end
  if (decision !== 'in-force') return
  const assigned = cluster.stored('node')?.version ?? globalFor(cluster)
  const { journal } = state
  const wanted: Config = isOptedOutToLocal(end) || assigned === undefined ? { source: 'local' } : assigned
  if (!sameConfig(wanted, journal.active) && contentOf(wanted, machine) !== contentOf(journal.active, machine))
    fail(`in force: ${journal.active.source}, assigned: ${wanted.source}`)
}

/** As a rollout has it for the one node; otherwise the document itself. */
function globalFor(cluster: SimulatedCluster): DocumentVersion | undefined {
  const { rollout } = cluster
  if (rollout === undefined || rollout.is === 'released') return cluster.stored('global')?.version
  const document = rollout.is === 'open' ? rollout.candidate : rollout.promoted
  return document.kind === 'document' ? document.version : undefined
}

const isOptedOutToLocal = ({ machine, cluster }: End): boolean =>
  (machine.disk.optOut ?? cluster.node.optOut) === 'local'
