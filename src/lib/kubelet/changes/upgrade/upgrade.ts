import type { Checked } from '../../check/check.ts'
import { fieldNotes } from '../../data/field-notes.ts'
import { Effective } from '../../defaults/effective.ts'
import { Merged } from '../../defaults/merged.ts'
import { asMap } from '../../defaults/values.ts'
import { type Gate, gatesOf } from '../../gates/gate.ts'
import type { ConfigDocument } from '../../model/document.ts'
import type { Finding } from '../../model/finding.ts'
import type { Release } from '../../model/releases.ts'
import { compareReleases } from '../../model/releases.ts'
import { validationRules } from '../../rules/all.ts'
import { startupRules } from '../../startup/all.ts'
import type { MeaningChange } from '../meaning-changes.ts'
import { meaningChanges } from '../meaning-changes.ts'
import { changesOfMerged, type DefaultChange, defaultChanges } from './defaults.ts'

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

/** The effect of an upgrade on one feature gate. */
interface GateChange {
  readonly name: string
  readonly change: 'default' | 'locked' | 'deprecated'
  /** The new default. */
  readonly on: boolean
  /** Whether the document sets it. */
  readonly named: boolean
}

/** All other gates belong to the control plane, or no field depends on them. */
const deciding = new Set(
  [...validationRules, ...startupRules, ...Object.values(fieldNotes)].flatMap(({ gates = [] }) => gates),
)

/** Changes of the gates that the document sets, and of those that a field depends on. Rule V01 finds removed gates. */
function gateChanges(document: ConfigDocument, { from, to }: { from: Release; to: Release }): readonly GateChange[] {
  const named = asMap(document.fields.get('featureGates'))
  const [before, after] = [gatesOf(from), gatesOf(to)]
  return [...after].flatMap(([name, gate]): GateChange[] => {
    const isNamed = named.has(name)
    if (!isNamed && !deciding.has(name)) return []
    const change = changeOf(before.get(name), gate, isNamed)
    if (change === undefined) return []
    return [{ name, change, on: gate.on, named: isNamed }]
  })
}

/** For a gate that the document does not set, only the default counts. */
function changeOf(before: Gate | undefined, after: Gate, isNamed: boolean): GateChange['change'] | undefined {
  if (isNamed && after.locked && !before?.locked) return 'locked'
  if (after.on !== (before?.on ?? false)) return 'default'
  return isNamed && after.stage === 'deprecated' && before?.stage !== 'deprecated' ? 'deprecated' : undefined
}

interface Span {
  readonly from: Release
  readonly to: Release
}

/** What the document says the same of in both releases, and the newer kubelet takes otherwise. */
const changedMeanings = (document: ConfigDocument, { from, to }: Span): readonly MeaningChange[] =>
  concerning(new Effective(document, from), new Effective(document, to), { from, to })

/** The same for a document that drop-ins were merged into, by the rules of each release. */
const changedMeaningsOfMerged = (
  before: ConfigDocument,
  after: ConfigDocument,
  { from, to }: Span,
): readonly MeaningChange[] => concerning(new Merged(before, from), new Merged(after, to), { from, to })

/** Changes of meaning between two releases, whatever a document says. */
export const meaningsBetween = ({ from, to }: Span): readonly MeaningChange[] =>
  meaningChanges.filter(({ since }) => compareReleases(from, since) < 0 && compareReleases(since, to) <= 0)

const concerning = (before: Effective, now: Effective, span: Span): readonly MeaningChange[] =>
  meaningsBetween(span).filter((change) => change.concerns(before, now))
