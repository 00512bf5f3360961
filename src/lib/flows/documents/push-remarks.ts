import { configMapOf } from '../../documents/target.ts'
import { fileSubject, nodeSubject } from '../../fact.ts'
import type { Part } from '../../yaml/read/read-parts.ts'
import type { DocumentFact } from './document-fact.ts'
import type { PushRequest, PushStep } from './push-plan.ts'

/** What is pushed when that is not the file as it stands. */
export function partOf(file: string, { isWhole, reading }: Part): readonly DocumentFact[] {
  if (isWhole) return []
  if (reading.outcome === 'unreadable')
    return [{ reason: 'PartOfFile', subject: fileSubject(file), part: 'config-map' }]
  const { line, column } = reading.tree
  return [{ reason: 'PartOfFile', subject: { ...fileSubject(file), line, column }, part: 'document' }]
}

/** A message is kept with what it is for, and what is unchanged is not written. */
export const lostMessage = ({ message }: PushRequest, { action, target }: PushStep): readonly DocumentFact[] =>
  message === undefined || action !== 'unchanged' ? [] : [{ reason: 'MessageNotKept', subject: configMapOf(target) }]

/** What the operator should know of a step before it is taken. */
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
