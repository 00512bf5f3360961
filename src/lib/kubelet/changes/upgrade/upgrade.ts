import type { Checked } from '../../check/check.ts'
import type { Finding } from '../../model/finding.ts'
import type { Release } from '../../model/releases.ts'
import type { MeaningChange } from '../meaning-changes.ts'
import { changesOfMerged, type DefaultChange, defaultChanges } from './defaults.ts'
import { type GateChange, gateChanges } from './gates.ts'
import { changedMeanings, changedMeaningsOfMerged } from './meanings.ts'

export interface Upgrade {
  readonly from: Release
  readonly to: Release
  /** Whether the newer kubelet starts with the document. */
  readonly valid: boolean
  /** The findings of the newer kubelet. `isNew`: the older one does not have it. Hazards only when they are new. */
  readonly findings: readonly (Finding & { readonly isNew: boolean })[]
  readonly defaults: readonly DefaultChange[]
  readonly gates: readonly GateChange[]
  /** Of fields that keep their value. */
  readonly meanings: readonly MeaningChange[]
}

/** What changes for a document when the kubelet is upgraded: checked for the older release and the newer one. */
export function upgrade(checked: readonly Checked[]): Upgrade {
  const { before, after } = pairOf(checked)
  const document = after.document ?? before.document
  const span = spanOf(before, after)
  const changes =
    document === undefined
      ? noChanges
      : { defaults: defaultChanges(document, span), meanings: changedMeanings(document, span) }
  return upgraded(before, after, changes)
}

/** The same for a document that drop-ins were merged into, by the rules of each release. */
export function upgradeOfMerged(checked: readonly Checked[]): Upgrade {
  const { before, after } = pairOf(checked)
  if (before.document === undefined || after.document === undefined) return upgraded(before, after, noChanges)
  const [old, current, span] = [before.document, after.document, spanOf(before, after)]
  return upgraded(before, after, {
    defaults: changesOfMerged(old, current, span),
    meanings: changedMeaningsOfMerged(old, current, span),
  })
}

const noChanges: Changes = { defaults: [], meanings: [] }

function pairOf([before, after]: readonly Checked[]): { readonly before: Checked; readonly after: Checked } {
  if (before === undefined || after === undefined) throw new Error('an upgrade has two releases')
  return { before, after }
}

const spanOf = (before: Checked, after: Checked) => ({ from: before.release, to: after.release })

type Changes = Pick<Upgrade, 'defaults' | 'meanings'>

function upgraded(before: Checked, after: Checked, changes: Changes): Upgrade {
  const known = new Set(before.findings.map(identity))
  const findings = after.findings
    .map((finding) => ({ ...finding, isNew: !known.has(identity(finding)) }))
    .filter(({ stage, isNew }) => stage !== 'operation' || isNew)
  const document = after.document ?? before.document
  const span = spanOf(before, after)
  return {
    ...span,
    valid: after.valid,
    findings,
    ...changes,
    gates: document === undefined ? [] : gateChanges(document, span),
  }
}

/** Without the message, which names the release. */
const identity = ({ rule, path }: Finding): string => `${rule} ${path}`
