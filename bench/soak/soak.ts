import { setTimeout as sleep } from 'node:timers/promises'
import { type Sample, sampleOf } from './sample.ts'

/** A process that runs for a long time, and something that happens to it again and again. */
export interface Subject {
  /** The name of its row. */
  readonly what: string
  readonly pid: number
  /** Where it keeps files. */
  readonly folder?: string
  /** `count`: from 1 on. */
  readonly change: (count: number) => Promise<void>
}

export interface SoakOptions {
  readonly changes: number
  /** After the first tenth, and after all. */
  readonly restMs: number
}

export interface SoakFigures {
  readonly what: string
  /** After a tenth of the changes and a rest. */
  readonly early: Sample
  /** Right after the last change. */
  readonly busy: Sample
  /** After all changes and a rest. */
  readonly late: Sample
  /** Of the late anonymous memory to the early one. */
  readonly ratio: number
  /** Processor time of a change, milliseconds. */
  readonly changeMs: number
}

/** As in the fastest storm that a real agent was seen in, five times over. */
const perSecond = 100

export async function soak({ what, pid, folder, change }: Subject, options: SoakOptions): Promise<SoakFigures> {
  const { changes, restMs } = options
  const tenth = Math.ceil(changes / 10)
  const storm = async (from: number, to: number): Promise<void> => {
    const begun = performance.now()
    for (let count = from; count <= to; count++) {
      await change(count)
      await sleep(Math.max(0, begun + ((count - from + 1) * 1_000) / perSecond - performance.now()))
    }
  }
  await storm(1, tenth)
  await sleep(restMs)
  const early = sampleOf(pid, folder)
  await storm(tenth + 1, changes)
  const busy = sampleOf(pid, folder)
  await sleep(restMs)
  const late = sampleOf(pid, folder)
  const changeMs = ((late.processorSeconds - early.processorSeconds) * 1_000) / (changes - tenth)
  return { what, early, busy, late, ratio: late.anonymous / early.anonymous, changeMs }
}
