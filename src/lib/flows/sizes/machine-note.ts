import type { Node } from '../../api/node.ts'
import { nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import { balloon } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import { noteTextOn } from '../../sizing/machine-note.ts'
import type { AutoscaleFact } from './autoscale-fact.ts'
import type { SizingWorld } from './settle.ts'
import { nodeNotFound } from './survey.ts'
import { isUnanswered } from './unanswered.ts'

/** The status of a Node changes often, and the compare-and-swap fails for it. */
const maxTries = 5
/** Milliseconds before another try. */
const pauseMs = 200

interface NoteWrite {
  readonly node: string
  /** The note that was read; undefined: there was none. */
  readonly replaces: string | undefined
  readonly text: string | undefined
}

/**
 * Compare-and-swap on the note of a node. Resolves also when the answer was lost, if the note is there. Rejects with
 * Failure 'conflict' when somebody else has written it.
 */
export async function writeNote(
  { cluster: { nodes }, clock }: SizingWorld,
  { node: name, replaces, text }: NoteWrite,
  limits: Limits,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const node = await nodes.read(name, limits)
    if (node === undefined) throw nodeNotFound(name)
    const present = noteTextOn(node)
    if (present === text) return
    if (present !== replaces)
      throw new Failure<AutoscaleFact>('conflict', { reason: 'AttemptLost', subject: nodeSubject(name) })
    try {
      await nodes.schedule(node, annotated(node, text), limits)
      return
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'interrupted' || tries === maxTries) throw error
      if (error.code !== 'conflict' && !isUnanswered(error)) throw notWritten(name, error)
      await clock.sleep(pauseMs, limits.signal)
    }
  }
}

const annotated = ({ scheduling: { unschedulable } }: Node, text: string | undefined) => ({
  unschedulable,
  annotations: { [balloon.machineAnnotation]: text ?? null },
})

const notWritten = (name: string, cause: Failure): Failure =>
  new Failure<AutoscaleFact>(
    cause.code,
    { reason: 'MachineNoteNotWritten', subject: nodeSubject(name), because: cause.fact },
    { cause },
  )
