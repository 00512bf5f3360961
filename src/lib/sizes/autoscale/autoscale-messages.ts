import { errnoText } from '../../errno.ts'
import type { Fact, Subject } from '../../message/fact.ts'
import type { Said } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import { formatMs } from '../../quantity/duration.ts'
import { keyOf } from '../desired/size-bucket.ts'
import { nodeOf } from '../model/size-messages.ts'
import type { ProviderEnd } from '../ports/provider.ts'

/** How a call of a provider ended that did not succeed. */
export type FailedEnd =
  | Exclude<ProviderEnd, { readonly kind: 'done' }>
  | { readonly kind: 'timed-out'; readonly timeoutMs: number }
  | { readonly kind: 'interrupted' }
  /** A provider of a program that uses the library. */
  | { readonly kind: 'rejected'; readonly text: string }

/** About a node and its machine; the subject is the node. */
export type AutoscaleFact =
  | FactOf<typeof AttemptUnderWay>
  | FactOf<typeof AttemptLost>
  | FactOf<typeof ShrinkMovesAllocatable>
  | FactOf<typeof MachineNoteBroken>
  | FactOf<typeof AttemptTooLong>
  | FactOf<typeof MachineNoteNotWritten>
  | FactOf<typeof ProviderRefused>
  | FactOf<typeof ProviderFailed>
  | FactOf<typeof MachineUnknown>
  | FactOf<typeof RoomNotGivenBack>
  | FactOf<typeof AllocatableNotMoved>
  | FactOf<typeof RoomNotGiven>

export const AttemptUnderWay = message(
  'AttemptUnderWay',
  (fact: { subject: Subject; by: string; attempt: string; until: string }) => ({
    said: `${nodeOf(fact)}: another attempt${byIn(fact.by)} may be at work until ${fact.until}`,
    hints: [`its id is ${fact.attempt}; if its command was killed, wait until then`],
  }),
)

/** Another command has taken over, or somebody has edited the note. */
export const AttemptLost = message(
  'AttemptLost',
  (fact: { subject: Subject }) =>
    `${nodeOf(fact)}: another client has changed the note about its machine; nothing else was done`,
)

/** The kubelet would restart with less allocatable than its balloon and its pods request. */
export const ShrinkMovesAllocatable = message('ShrinkMovesAllocatable', (fact: { subject: Subject }) => ({
  said: `${nodeOf(fact)}: a kubelet that restarts with less allocatable may end pods in favor of the balloon`,
  hints: [
    'without --wait-allocatable, the hook must leave the kubelet as it is',
    'docs/autoscale.md has a way for kubelets that restart',
  ],
}))

/** The note about its machine cannot be read. */
export const MachineNoteBroken = message(
  'MachineNoteBroken',
  (fact: { subject: Subject; text: string; namespace: string; configMap: string }) => ({
    said: `${nodeOf(fact)}: the note about its machine cannot be read: '${fact.text.slice(0, mostOfNote)}'`,
    hints: [
      `if the machine is as large as its kubelet reports, remove the key ${keyOf(fact.subject.name, 'machine')}: kubectl -n ${fact.namespace} edit configmap ${fact.configMap}`,
    ],
  }),
)

/** A step may last so many milliseconds at most. */
export const AttemptTooLong = message('AttemptTooLong', (fact: { subject: Subject; longestMs: number }) => ({
  said: `${nodeOf(fact)}: a step may last ${formatMs(fact.longestMs)} at most`,
  hints: ['give a shorter --timeout and --hook-timeout'],
}))

export const MachineNoteNotWritten = message(
  'MachineNoteNotWritten',
  (fact: { subject: Subject; because: Fact | Said }) => ({
    said: `${nodeOf(fact)}: the attempt cannot be noted, so nothing was done`,
    because: fact.because,
    hints: ['the ClusterRole nodesize-operator permits it'],
  }),
)

/** Node and machine are as before. */
export const ProviderRefused = message(
  'ProviderRefused',
  (fact: { subject: Subject; end: FailedEnd }) => `${nodeOf(fact)}: ${endIn(fact.end)}; node and machine are as before`,
)

/** The provider has undone what it did; node and machine are as before. */
export const ProviderFailed = message(
  'ProviderFailed',
  (fact: { subject: Subject; end: FailedEnd }) =>
    `${nodeOf(fact)}: ${endIn(fact.end)}, and has undone it when asked to; node and machine are as before`,
)

/**
 * The machine may have either size. The node has the smaller one of both, or less. `rollback` is undefined when there was none: the
 * provider was asked for the size that it had confirmed.
 */
export const MachineUnknown = message(
  'MachineUnknown',
  (fact: { subject: Subject; end: FailedEnd; rollback: FailedEnd | undefined }) => ({
    said:
      fact.rollback === undefined
        ? `${nodeOf(fact)}: ${endIn(fact.end)}; it was asked for the size from before, so that it is not asked to undo it`
        : `${nodeOf(fact)}: ${endIn(fact.end)}, and did not undo it: ${endIn(fact.rollback)}`,
    hints: [
      'the machine may have either size; the node keeps the smaller one',
      'the same command again goes on; one with the old size goes back',
    ],
  }),
)

/** The machine is as before; the node is not. `after`: why. */
export const RoomNotGivenBack = message(
  'RoomNotGivenBack',
  (fact: { subject: Subject; because: Fact | Said; after: Fact }) => ({
    said: `${nodeOf(fact)}: it did not get its size back`,
    because: fact.because,
    below: [fact.after],
    hints: [`to give it back: nodesize set ${fact.subject.name}, with the size from before`],
  }),
)

/** The machine has the size, and its kubelet does not report it. */
export const AllocatableNotMoved = message('AllocatableNotMoved', (fact: { subject: Subject; waitedMs: number }) => ({
  said: `${nodeOf(fact)}: its machine has the size, but its kubelet did not report it within ${formatMs(fact.waitedMs)}`,
  hints: ['the same command again waits for it, and does not run the hook'],
}))

/** The machine has the size; the node has not. */
export const RoomNotGiven = message('RoomNotGiven', (fact: { subject: Subject; because: Fact | Said }) => ({
  said: `${nodeOf(fact)}: its machine has the size, but the node does not`,
  because: fact.because,
  hints: ['the same command again gives it, and does not run the hook'],
}))

/** Characters that are printed of what is no note. */
const mostOfNote = 80

const byIn = (by: string): string => (by === '' ? '' : ` of ${by}`)

function endIn(end: FailedEnd): string {
  switch (end.kind) {
    case 'refused':
      return 'the hook refused (exit code 5)'
    case 'not-run':
      return `the hook cannot be run: ${errnoText(end.errno)}`
    case 'failed':
      return `the hook failed (exit code ${end.exit})`
    case 'killed':
      return `the hook was ended by ${end.signal}`
    case 'timed-out':
      return `the hook did not end within ${formatMs(end.timeoutMs)}`
    case 'interrupted':
      return 'interrupted while the hook ran'
    case 'rejected':
      return `the provider failed: ${end.text}`
  }
}
