import { errnoText } from '../errno.ts'
import type { AutoscaleFact, FailedEnd } from '../flows/sizes/autoscale-fact.ts'
import { keyOf } from '../reconcile/wish-key.ts'
import { formatMs } from './format-ms.ts'
import type { Vocabulary } from './phrase.ts'
import { nodeOf } from './size-words.ts'

export const autoscaleWords: Vocabulary<AutoscaleFact> = {
  AttemptUnderWay: (fact) => ({
    said: `${nodeOf(fact)}: another attempt${byIn(fact.by)} may be at work until ${fact.until}`,
    hints: [`its id is ${fact.attempt}; if its command was killed, wait until then`],
  }),
  ShrinkMovesAllocatable: (fact) => ({
    said: `${nodeOf(fact)}: a kubelet that restarts with less allocatable may end pods in favor of the balloon`,
    hints: [
      'without --wait-allocatable, the hook must leave the kubelet as it is',
      'docs/autoscale.md has a way for kubelets that restart',
    ],
  }),
  AttemptLost: (fact) =>
    `${nodeOf(fact)}: another client has changed the note about its machine; nothing else was done`,
  MachineNoteBroken: (fact) => ({
    said: `${nodeOf(fact)}: the note about its machine cannot be read: '${fact.text.slice(0, mostOfNote)}'`,
    hints: [
      `if the machine is as large as its kubelet reports, remove the key ${keyOf(fact.subject.name, 'machine')}: kubectl -n ${fact.namespace} edit configmap ${fact.configMap}`,
    ],
  }),
  AttemptTooLong: (fact) => ({
    said: `${nodeOf(fact)}: a step may last ${formatMs(fact.longestMs)} at most`,
    hints: ['give a shorter --timeout and --hook-timeout'],
  }),
  MachineNoteNotWritten: (fact) => ({
    said: `${nodeOf(fact)}: the attempt cannot be noted, so nothing was done`,
    because: fact.because,
    hints: ['the ClusterRole nodesize-operator permits it'],
  }),
  ProviderRefused: (fact) => `${nodeOf(fact)}: ${endIn(fact.end)}; node and machine are as before`,
  ProviderFailed: (fact) =>
    `${nodeOf(fact)}: ${endIn(fact.end)}, and has undone it when asked to; node and machine are as before`,
  MachineUnknown: (fact) => ({
    said:
      fact.rollback === undefined
        ? `${nodeOf(fact)}: ${endIn(fact.end)}; it was asked for the size from before, so that it is not asked to undo it`
        : `${nodeOf(fact)}: ${endIn(fact.end)}, and did not undo it: ${endIn(fact.rollback)}`,
    hints: [
      'the machine may have either size; the node keeps the smaller one',
      'the same command again goes on; one with the old size goes back',
    ],
  }),
  RoomNotGivenBack: (fact) => ({
    said: `${nodeOf(fact)}: it did not get its size back`,
    because: fact.because,
    below: [fact.after],
    hints: [`to give it back: nodesize set ${fact.subject.name}, with the size from before`],
  }),
  AllocatableNotMoved: (fact) => ({
    said: `${nodeOf(fact)}: its machine has the size, but its kubelet did not report it within ${formatMs(fact.waitedMs)}`,
    hints: ['the same command again waits for it, and does not run the hook'],
  }),
  RoomNotGiven: (fact) => ({
    said: `${nodeOf(fact)}: its machine has the size, but the node does not`,
    because: fact.because,
    hints: ['the same command again gives it, and does not run the hook'],
  }),
}

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
