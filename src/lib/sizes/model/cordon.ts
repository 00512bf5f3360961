import type { Node } from '../../api/node.ts'
import { balloon } from '../../names.ts'

/**
 * What nodesize notes on a node that it cordons for the moment of a resize, so that the cordon of a command that was
 * killed can be told from one that a person wants.
 */
export interface CordonMark {
  /** The user, as the API server knows it. */
  readonly by: string
  /** RFC 3339, on the clock of the command. */
  readonly at: string
  /** Later, the command has ended or been killed. */
  readonly until: string
}

/** Beyond --timeout: requests before and after the wait, a revert, and clocks that disagree. */
const slackMs = 5 * 60_000

/** `now`: milliseconds since the epoch; `timeoutMs`: how long the command may wait for the kubelet. */
export const newMark = ({ by, now, timeoutMs }: { by: string; now: number; timeoutMs: number }): CordonMark => ({
  by,
  at: new Date(now).toISOString(),
  until: new Date(now + timeoutMs + slackMs).toISOString(),
})

export const formatMark = ({ by, at, until }: CordonMark): string => JSON.stringify({ by, at, until })

/** The text of the mark on a node, whether or not it can be parsed; undefined when there is none. */
export const markOn = ({ annotations }: Pick<Node, 'annotations'>): string | undefined =>
  annotations[balloon.cordonAnnotation]

/** undefined: it is not a mark. Users edit annotations. */
export function parseMark(text: string): CordonMark | undefined {
  const { by, at, until } = objectIn(text)
  if (typeof by !== 'string' || typeof at !== 'string' || typeof until !== 'string') return undefined
  return Number.isNaN(Date.parse(at)) || Number.isNaN(Date.parse(until)) ? undefined : { by, at, until }
}

function objectIn(text: string): Partial<Record<keyof CordonMark, unknown>> {
  try {
    return (JSON.parse(text) as object | null) ?? {}
  } catch {
    return {}
  }
}

/** For how long the command that made the mark may run, by its own clock alone. */
export const lengthMs = ({ at, until }: CordonMark): number => Date.parse(until) - Date.parse(at)

/** Whether the command that made the mark has certainly ended: it was killed, or lost the API server. */
export const isLeftBehind = ({ until }: CordonMark, now: number): boolean => now > Date.parse(until)

type Seen = Pick<Node, 'annotations' | 'scheduling'>

/** Whether a node is to be cordoned for a resize; `leave`: it is cordoned, and whoever did that undoes it. */
export function planCordon(node: Seen, now: number): 'cordon' | 'leave' {
  const { unschedulable } = node.scheduling
  if (!unschedulable) return 'cordon'
  const mark = parseMark(markOn(node) ?? '')
  return mark !== undefined && isLeftBehind(mark, now) && isOurCordon(node) ? 'cordon' : 'leave'
}

/**
 * How to undo a cordon with this mark. `unmark`: another client has uncordoned the node, or cordoned it anew, and that
 * stays. `nothing`: the mark is gone, or another command made it.
 */
export function planUncordon(node: Seen, mark: string): 'uncordon' | 'unmark' | 'nothing' {
  if (markOn(node) !== mark) return 'nothing'
  return node.scheduling.unschedulable && isOurCordon(node) ? 'uncordon' : 'unmark'
}

/** A server that does not say who cordoned a node leaves only the mark to go by. */
const isOurCordon = ({ scheduling: { cordonedBy } }: Seen): boolean =>
  cordonedBy.length === 0 || cordonedBy.includes(balloon.fieldManager)
