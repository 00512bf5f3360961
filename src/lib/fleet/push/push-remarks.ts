import { lastEdit } from '../../documents/stamp.ts'
import { configMapOf } from '../../documents/target.ts'
import { fileSubject, nodeSubject } from '../../message/fact.ts'
import { NodeNotThere } from '../change/document-messages.ts'
import type { PushDocument } from './push-files.ts'
import type { PushNote } from './push-messages.ts'
import { AgentsRefuse, MessageNotKept, OverwritesEdit, PartOfFile } from './push-messages.ts'
import type { PushPlan, PushStep } from './push-plan.ts'

/** Which part of the file is pushed, when it is not the whole file, nor a ConfigMap that names its target. */
export function partOf({ at: { name: file }, part, saidBy }: PushDocument): readonly PushNote[] {
  const { isWhole, reading } = part
  if (isWhole || saidBy === 'config-map') return []
  if (reading.outcome === 'unreadable') return [PartOfFile({ subject: fileSubject(file), part: 'config-map' })]
  const { line, column } = reading.tree
  return [PartOfFile({ subject: fileSubject(file, { line, column }), part: 'document' })]
}

/** A message is stored with a document, and an unchanged document is not written. */
export const lostMessage = (message: PushPlan['message'], { action, target }: PushStep): readonly PushNote[] =>
  message === undefined || action !== 'unchanged' ? [] : [MessageNotKept({ subject: configMapOf(target) })]

/** Warnings to report before a step is applied. */
export const warningsOn = (step: PushStep, saidBy: PushDocument['saidBy']): readonly PushNote[] => [
  ...notThere(step, saidBy),
  ...step.warnings,
  ...guarded(step),
  ...overwritten(step),
]

const guarded = ({ target, guarded: fields }: PushStep): readonly PushNote[] =>
  fields.length === 0 ? [] : [AgentsRefuse({ subject: configMapOf(target), fields })]

function notThere({ target, nodes, file }: PushStep, saidBy: PushDocument['saidBy']): readonly PushNote[] {
  if (target.kind === 'global' || nodes.length > 0) return []
  const subject = nodeSubject(target.node)
  return [NodeNotThere({ subject, ...(saidBy !== 'flag' && { file }) })]
}

function overwritten({ target, edited, replaces, action }: PushStep): readonly PushNote[] {
  if (!edited || replaces === undefined || action !== 'update') return []
  const writers = { lastWrite: lastEdit(replaces), lastPush: replaces.stamp }
  return [OverwritesEdit({ subject: configMapOf(target), ...writers })]
}
