import type { Assessment } from '../../kubelet/changes/assess.ts'
import { isRisk, type Risk, risks } from '../../kubelet/changes/disruption.ts'
import { concernAdmission } from '../../kubelet/changes/impact/admission.ts'
import type { NodeEvidence } from '../../kubelet/changes/impact/evidence.ts'
import { type Impact, impactOf } from '../../kubelet/changes/impact/impact.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { Fact } from '../../message/fact.ts'
import type { Verdict } from '../model/verdict.ts'
import { PodsNotKnown, type PodsWouldEnd, podsWouldEnd } from './pods-would-end.ts'

interface Question {
  /** Nobody can accept a risk of the files of the node. */
  readonly config: { readonly kind: 'document' | 'local' }
  readonly acceptedRisks: readonly Risk[]
  readonly evidence: NodeEvidence | undefined
}

interface Change {
  readonly release: Release
  readonly before: ConfigDocument
  readonly after: ConfigDocument
  readonly assessment: Assessment
}

type HoldPolicy = Pick<Extract<Verdict, { kind: 'usable' }>, 'held' | 'heldDrained' | 'balloon' | 'dependsOnPods'>

const free: HoldPolicy = { held: undefined, heldDrained: false, balloon: 'not-in-the-way', dependsOnPods: false }

/** Whether a change has to wait: on the evidence of this node, for what nobody has accepted. */
export function holdFor({ config, acceptedRisks, evidence }: Question, change: Change): HoldPolicy {
  const { assessment } = change
  const weighed = assessment.changes.filter(
    ({ disruption }) => isRisk(disruption) && !acceptedRisks.includes(disruption),
  )
  const mayNotStart = evidence?.machine.sharesNoCpu === true
  if (weighed.length === 0 && !assessment.lowersAllocatable && !mayNotStart) return free
  const paths = weighed.map(({ path }) => path)
  const acceptable = config.kind === 'local' ? [] : risks
  const needs = { paths, risks: acceptable.filter((risk) => weighed.some(({ disruption }) => disruption === risk)) }
  if (evidence === undefined) {
    const held = weighed.length === 0 ? undefined : fact(PodsNotKnown(needs))
    return {
      ...free,
      held,
      balloon: assessment.lowersAllocatable ? 'not-known' : 'not-in-the-way',
      dependsOnPods: true,
    }
  }
  const impact = impactOf({ ...change, weighed, evidence })
  return {
    held: podsWouldEnd(impact, needs),
    heldDrained: !impact.startsAgain || (concernAdmission(paths) && impact.endsDrained.length > 0),
    balloon: roleOfBalloon(impact, evidence),
    dependsOnPods: true,
  }
}

/** In the way: more pods end with it than without. */
function roleOfBalloon({ ends, endsWithoutBalloons }: Impact, { pods }: NodeEvidence): HoldPolicy['balloon'] {
  if (ends.length > endsWithoutBalloons.length) return 'gives-back-first'
  return pods.some(({ floor }) => floor !== undefined) ? 'not-in-the-way' : 'gave-back'
}

const fact = (one: PodsWouldEnd): Fact => one
