import { acceptedRisksIn } from '../../documents/accepted-risks.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf, type Target } from '../../documents/target.ts'
import { isRisk, type Risk, risks } from '../../kubelet/changes/disruption.ts'
import { Failure } from '../../message/failure.ts'
import { refusalOfRisks } from '../change/accept-risk.ts'
import type { ChangeForNodes } from '../change/change-for-nodes.ts'
import type { DocumentFact } from '../change/document-messages.ts'
import { FallbackMayBeHeld, RiskNotCarried } from '../change/document-messages.ts'
import type { Inspection } from '../change/inspect.ts'

interface Step extends Pick<ChangeForNodes, 'assessment'> {
  readonly target: Target
  /** undefined: there is none to delete. */
  readonly stored: StoredDocument | undefined
  /** What its nodes fall back to; undefined: their own files. */
  readonly next: Pick<Inspection, 'stored' | 'digest'> | undefined
  readonly nodes: readonly string[]
}

interface RisksOfDelete {
  readonly refusal: Failure | undefined
  readonly warnings: readonly DocumentFact[]
}

/**
 * Agents read accepted risks from the document that they apply (ADR 40). A delete writes none: what the document that remains
 * accepts has to be accepted once more, because agents do not hold it; anything else cannot be accepted, because they do.
 */
export function risksOfDelete(steps: readonly Step[], accepted: readonly Risk[]): RisksOfDelete {
  const done = steps.filter(({ stored }) => stored !== undefined)
  const [lost] = done.flatMap((step) => notCarried(step, accepted))
  const [carried] = done.flatMap(({ next }) => (next === undefined ? [] : [carriedBy(next)]))
  const others = risks.filter((risk) => accepted.includes(risk) || carried?.includes(risk) !== true)
  return {
    refusal: lost === undefined ? refusalOfRisks(done, others) : new Failure<DocumentFact>('refused', lost),
    warnings: lost === undefined ? done.flatMap(mayBeHeld) : [],
  }
}

const carriedBy = ({ stored, digest }: NonNullable<Step['next']>): readonly Risk[] =>
  acceptedRisksIn(stored.stamp.acceptedRisks, digest)

/** The changes that agents may hold. */
function heldChanges({ assessment, next }: Step) {
  const carried = next === undefined ? [] : carriedBy(next)
  return (assessment?.changes ?? []).flatMap(({ path, disruption }) =>
    isRisk(disruption) && !carried.includes(disruption) ? [{ path, risk: disruption }] : [],
  )
}

function notCarried(step: Step, accepted: readonly Risk[]): readonly DocumentFact[] {
  const { target, next } = step
  const held = new Set(heldChanges(step).map(({ risk }) => risk))
  const lost = next === undefined ? accepted : accepted.filter((risk) => held.has(risk))
  const remains = next && configMapOf(next.stored.target)
  return lost.length === 0 ? [] : [RiskNotCarried({ subject: configMapOf(target), risks: lost, remains })]
}

function mayBeHeld(step: Step): readonly DocumentFact[] {
  const fields = heldChanges(step).map(({ path }) => path)
  const { target, nodes } = step
  return fields.length === 0 ? [] : [FallbackMayBeHeld({ subject: configMapOf(target), nodes, fields })]
}
