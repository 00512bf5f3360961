import { canonical } from '../../src/lib/kubelet/compare/canonical.ts'
import { fields } from '../../src/lib/kubelet/data/fields.ts'
import { rules as decodeRules } from '../../src/lib/kubelet/decode/decode-rules.ts'
import { defaultsOf } from '../../src/lib/kubelet/defaults/tables.ts'
import { asBool, asMap } from '../../src/lib/kubelet/defaults/values.ts'
import { gateOf, gatesOf } from '../../src/lib/kubelet/gates/gate.ts'
import type { ConfigDocument, Value } from '../../src/lib/kubelet/model/document.ts'
import type { Finding } from '../../src/lib/kubelet/model/finding.ts'
import type { Release } from '../../src/lib/kubelet/model/releases.ts'
import { gateRules, validationRules } from '../../src/lib/kubelet/rules/all.ts'
import { appliesTo } from '../../src/lib/kubelet/rules/rule.ts'
import { knows } from '../../src/lib/kubelet/schema/schema.ts'
import { startupRules } from '../../src/lib/kubelet/startup/all.ts'
import { generate } from './generate/document.ts'
import { type Ours, ourVerdict } from './ours.ts'

/** What documents reach of a release, so that a mistake of ours there would show in a verdict. */
export class Coverage {
  readonly #release: Release
  readonly #counts: Map<string, number>

  constructor(release: Release) {
    this.#release = release
    this.#counts = new Map(worthReaching(release).map((name) => [name, 0]))
  }

  async run({ seed, count }: { readonly seed: number; readonly count: number }): Promise<void> {
    for (let next = seed; next < seed + count; next++) this.#note(await ourVerdict(generate(next), this.#release))
  }

  /** What fewer documents reach than this, rarest first. */
  below(few: number): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts].filter(([, count]) => count < few).sort(([, one], [, other]) => one - other)
  }

  #note(ours: Ours): void {
    const { document } = ours.checked
    const fallen = ours.stage === 'decode' || ours.stage === 'gates'
    const switched = document === undefined || fallen ? [] : switchedIn(document, this.#release)
    const written = document === undefined || fallen ? [] : writtenIn(document, this.#release)
    for (const name of new Set([...decisive(ours), ...switched, ...written])) {
      const count = this.#counts.get(name)
      if (count !== undefined) this.#counts.set(name, count + 1)
    }
  }
}

/** Rules that a document can break, fields, and gates that can be switched. */
function worthReaching(release: Release): readonly string[] {
  const rules = [...gateRules, ...validationRules, ...startupRules].filter(
    (rule) => appliesTo(release, rule) && rule.unbreakable === undefined && !rule.hostOnly,
  )
  const limits = new Set([
    'READ-FILE',
    'READ-SIZE',
    'READ-UTF16',
    'READ-DEPTH',
    'READ-AMBIGUOUS',
    'READ-DOCUMENTS',
    'IGNORE-INVALID',
    'IGNORE-UNUSED',
  ])
  return [
    ...Object.keys(decodeRules).filter((id) => !limits.has(id)),
    ...rules.map(({ id }) => id),
    ...fields.filter((field) => knows(release, field) && !headers.has(field.path)).map(({ path }) => path),
    ...[...gatesOf(release)].filter(([, { locked }]) => !locked).map(([name]) => `featureGates.${name}`),
  ]
}

const headers: ReadonlySet<string> = new Set(['apiVersion', 'kind'])

/** Rules without which the verdict would be another: each that is the only one broken where the document falls. */
function decisive({ checked, stage }: Ours): readonly string[] {
  const loose =
    stage === undefined || stage === 'rules' ? checked.findings.filter((found) => found.stage === 'strict') : []
  const where = stage === 'decode' ? ['read', 'decode'] : [stage ?? 'start-up']
  // Some of the start-up are errors or warnings that a kubelet outlives.
  const counts = ({ fatal, stage: of, severity }: Finding): boolean =>
    fatal || (of === 'start-up' && severity !== 'info')
  const fatal = checked.findings.filter((found) => counts(found) && where.includes(found.stage))
  const ids = new Set(fatal.map(({ rule }) => rule))
  return [...loose.map(({ rule }) => rule), ...(stage === 'decode' && fatal.length > 1 ? [] : ids)]
}

function switchedIn(document: ConfigDocument, release: Release): readonly string[] {
  const wanted = [...asMap(document.fields.get('featureGates'))]
  return wanted.filter(([name, on]) => gateOf(release, name)?.on !== asBool(on)).map(([name]) => `featureGates.${name}`)
}

/** Paths as in the table of fields, with other than the default. */
function writtenIn(document: ConfigDocument, release: Release): readonly string[] {
  return within(document, '').flatMap(([path, value]) => {
    const usual = defaultsOf(release).get(path)
    return value.unset || (usual !== undefined && canonical(usual) === canonical(value)) ? [] : [path]
  })
}

function within(value: Value, path: string): readonly (readonly [path: string, value: Value])[] {
  const own = path === '' ? [] : [[path, value] as const]
  if (value.type === 'list') return [...own, ...value.items.flatMap((item) => within(item, `${path}[]`))]
  if (value.type === 'map') return [...own, ...[...value.entries.values()].flatMap((each) => within(each, `${path}{}`))]
  if (value.type !== 'struct') return own
  const below = path === '' ? '' : `${path}.`
  return [...own, ...[...value.fields].flatMap(([name, field]) => within(field, below + name))]
}
