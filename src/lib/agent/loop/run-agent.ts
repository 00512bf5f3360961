import { BackOff } from '../../loop/back-off.ts'
import { EventRecorder } from '../../loop/event-recorder.ts'
import { runTasks } from '../../loop/run-tasks.ts'
import { watchPolicy } from '../../loop/watch-policy.ts'
import type { Fact } from '../../message/fact.ts'
import { agent } from '../../names.ts'
import type { Announcement } from '../model/announcement.ts'
import type { EffectResult } from '../model/event.ts'
import { eventOf } from '../report/event-of.ts'
import type { AgentStatus } from '../status/status.ts'
import { Checkpoints } from './checkpoints.ts'
import { Decider } from './decider.ts'
import type { AgentDependencies } from './dependencies.ts'
import { followHost } from './follow-host.ts'
import { NodeFollower } from './follow-node.ts'
import type { LoopFact } from './loop-messages.ts'
import type { AgentObserver } from './observer.ts'
import { openJournal } from './open-journal.ts'
import { Reporter } from './reporter.ts'
import { followSources, readRolloutNow } from './sources.ts'

export interface AgentOptions {
  /** For the log and the metrics. */
  readonly observer: AgentObserver & {
    readonly warn: (fact: Fact) => void
    /** Whether a policy limits the agent, when it was tried last. */
    readonly limited: (isLimited: boolean) => void
  }
  /** Of this program, for the report. */
  readonly version?: string
  /** What else of the agent's own files is lost. */
  readonly lost?: LoopFact | undefined
}

/**
 * The agent of one node, until the signal aborts: then it resolves, with the state on disk. Rejects with Failure 'refused'
 * when the state was written by a newer version, which must not be touched.
 */
export async function runAgent(
  dependencies: AgentDependencies,
  { observer, version, lost: lostBefore }: AgentOptions,
  signal: AbortSignal,
): Promise<void> {
  const opened = await openJournal(dependencies, signal).catch(unlessAborted(signal))
  if (opened === undefined) return
  const { journal, lost } = opened
  for (const one of [lostBefore, lost]) if (one !== undefined) observer.warn(one)
  const checkpoints = new Checkpoints(dependencies.host)
  const reporter: Reporter = new Reporter(dependencies, {
    version,
    stored: (problem) => decider.report({ kind: 'report', problem }),
  })
  const { clock, random, node } = dependencies
  const source = { component: agent.reportingComponent, instance: node }
  // What is lost is in the Node's annotation in any case.
  const recorder = new EventRecorder({ events: dependencies.cluster.events, clock, random, source })
  const nodeFollower: NodeFollower = new NodeFollower(dependencies, (what) => decider.report(what))
  const decider = new Decider(dependencies, {
    journal,
    lost: lost ?? lostBefore,
    context: {
      node,
      host: dependencies.host,
      checkpoints,
      allowedUnsafe: dependencies.allowedUnsafe,
      nodeFacts: () => nodeFollower.node,
      rollout: (limits) => readRolloutNow(dependencies, checkpoints, limits),
      pods: (limits) => dependencies.cluster.node.pods(limits),
    },
    observer: {
      status: (status: AgentStatus) => {
        reporter.status(status)
        nodeFollower.awaitPods(status.phase === 'Held')
        observer.status(status)
      },
      announce: (what: Announcement) => {
        recorder.record(eventOf(what, node))
        observer.announce(what)
      },
      ended: (ending: EffectResult) => observer.ended(ending),
    },
  })
  const report = decider.report.bind(decider)
  const limited = (isLimited: boolean): void => {
    reporter.limited(isLimited)
    observer.limited(isLimited)
  }
  await runTasks(
    (span) => [
      decider.run(span),
      followHost(dependencies, report, span),
      followSources(dependencies, { checkpoints, report }, span),
      nodeFollower.run(span),
      reporter.run(span),
      recorder.run(span),
      watchLimit(dependencies, limited, span),
    ],
    signal,
  )
}

const unlessAborted =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (!signal.aborted) throw error
  }

/** While there is a policy, and while there is none: then it is as rare as every other heartbeat. */
const tries = { limitedMs: 3_600_000, unlimitedMs: 600_000 }

/**
 * Tries now and then, as a dry run, to write what the policy of agents denies, and reports whether it was denied. An agent
 * without one works all the same: whoever steals its token is what the policy is for.
 */
export async function watchLimit(
  { cluster, clock, random }: Pick<AgentDependencies, 'cluster' | 'clock' | 'random'>,
  report: (isLimited: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const backOff = new BackOff({ clock, random })
  await watchPolicy(
    {
      clock,
      report,
      async isDenied(limits) {
        const isLimited = await cluster.node.isLimited(limits)
        if (isLimited !== undefined) backOff.reset()
        return isLimited
      },
      pauseMs(isLimited) {
        if (isLimited === undefined) return backOff.nextMs()
        // Agents that were started together do not ask together.
        return (isLimited ? tries.limitedMs : tries.unlimitedMs) * (1 + random() / 4)
      },
    },
    signal,
  )
}
