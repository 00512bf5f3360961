import type { Fact } from '../../message/fact.ts'
import type { Announcement } from '../model/announcement.ts'
import type { Ending } from '../model/event.ts'
import type { AgentStatus } from '../status/status.ts'
import { Announcer } from './announcer.ts'
import { Checkpoints } from './checkpoints.ts'
import { Decider } from './decider.ts'
import { followHost } from './follow-host.ts'
import { NodeFollower } from './follow-node.ts'
import type { LoopFact } from './loop-messages.ts'
import type { Observer } from './observer.ts'
import { openJournal } from './open-journal.ts'
import { Reporter } from './reporter.ts'
import { followSources } from './sources.ts'
import { watchLimit } from './watch-limit.ts'
import type { World } from './world.ts'

export interface AgentOptions {
  /** For the log and the metrics. */
  readonly observer: Observer & {
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
  world: World,
  { observer, version, lost: lostBefore }: AgentOptions,
  signal: AbortSignal,
): Promise<void> {
  const opened = await openJournal(world, signal).catch(unlessAborted(signal))
  if (opened === undefined) return
  const { journal, lost } = opened
  for (const one of [lostBefore, lost]) if (one !== undefined) observer.warn(one)
  const checkpoints = new Checkpoints(world.host)
  const end = new AbortController()
  const span = AbortSignal.any([signal, end.signal])
  const reporter: Reporter = new Reporter(world, {
    version,
    stored: (problem) => decider.report({ kind: 'report', problem }),
  })
  const announcer = new Announcer(world)
  const nodeFollower: NodeFollower = new NodeFollower(world, (what) => decider.report(what))
  const decider = new Decider(world, {
    journal,
    lost: lost ?? lostBefore,
    shop: {
      node: world.node,
      host: world.host,
      checkpoints,
      allowedUnsafe: world.allowedUnsafe,
      nodeFacts: () => nodeFollower.node,
      pods: (limits) => world.cluster.node.pods(limits),
    },
    observer: {
      status: (status: AgentStatus) => {
        reporter.status(status)
        nodeFollower.awaitPods(status.phase === 'Held')
        observer.status(status)
      },
      announce: (what: Announcement) => {
        announcer.announce(what)
        observer.announce(what)
      },
      ended: (ending: Ending) => observer.ended(ending),
    },
  })
  const report = decider.report.bind(decider)
  const limited = (isLimited: boolean): void => {
    reporter.limited(isLimited)
    observer.limited(isLimited)
  }
  const tasks = [
    decider.run(span),
    followHost(world, report, span),
    followSources(world, { checkpoints, report }, span),
    nodeFollower.run(span),
    reporter.run(span),
    announcer.run(span),
    watchLimit(world, limited, span),
  ]
  try {
    await Promise.all(tasks)
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    end.abort(new Error('the agent ends'))
    await Promise.allSettled(tasks)
  }
}

const unlessAborted =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (!signal.aborted) throw error
  }
