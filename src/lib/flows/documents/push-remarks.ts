import { configMapOf } from '../../documents/target.ts'
import { fileSubject, nodeSubject } from '../../fact.ts'
import type { Part } from '../../yaml/read/read-parts.ts'
import type { DocumentFact } from './document-fact.ts'
import type { PushRequest, PushStep } from './push-plan.ts'

/** Which part of the file is pushed, when it is not the whole file. */
export function partOf(file: string, { isWhole, reading }: Part): readonly DocumentFact[] {
  if (isWhole) return []
  if (reading.outcome === 'unreadable')
    return [{ reason: 'PartOfFile', subject: fileSubject(file), part: 'config-map' }]
  const { line, column } = reading.tree
  return [{ reason: 'PartOfFile', subject: { ...fileSubject(file), line, column }, part: 'document' }]
}

/** A message is stored with a document, and an unchanged document is not written. */
export const lostMessage = ({ message }: PushRequest, { action, target }: PushStep): readonly DocumentFact[] =>
  message === undefined || action !== 'unchanged' ? [] : [{ reason: 'MessageNotKept', subject: configMapOf(target) }]

/** Warnings to report before a step is applied. */
export const warningsOn = (step: PushStep): readonly DocumentFact[] => [
  ...notThere(step),
  ...step.warnings,
  ...overwritten(step),
]

const notThere = ({ target, nodes }: PushStep): readonly DocumentFact[] =>
  target.kind === 'node' && nodes.length === 0 ? [{ reason: 'NodeNotThere', subject: nodeSubject(target.node) }] : []

function overwritten({ target, edited, replaces, action }: PushStep): readonly DocumentFact[] {
  if (!edited || replaces === undefined || action !== 'update') return []
  const { lastWrite, stamp } = replaces
  return [{ reason: 'OverwritesEdit', subject: configMapOf(target), lastWrite, lastPush: stamp }]
}
