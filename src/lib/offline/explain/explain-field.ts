import { consequenceInWords } from '../../kubelet/changes/consequence.ts'
import { type FieldDisruption, plainRestart } from '../../kubelet/changes/field-disruption.ts'
import { stepsInWords, stepsLine } from '../../kubelet/changes/steps.ts'
import type { Flag } from '../../kubelet/flags/data/flag.ts'
import { gatesOf } from '../../kubelet/gates/gate.ts'
import { describeReleases, type Release } from '../../kubelet/model/releases.ts'
import type { FieldExplanation, Limits } from '../../kubelet/reference/explain/explain-field.ts'

import { reasoned } from '../../message/describe.ts'
import { type Fact, factLines, section } from '../../output/facts.ts'
import { changeText, meaningData } from '../read/meaning-change.ts'
import { describeState } from './gates.ts'
import { ruleLine, ruleReference } from './rule-line.ts'

/** What a field is, its possible values, and how to change it. */
export function describeField(field: FieldExplanation): string {
  const { path, type, note, release } = field
  const facts: readonly Fact[] = [
    ['unit', note.unit],
    ...defaultFacts(field),
    ['unset', note.unset],
    ['zero', field.pointer ? 'is used when set; the default does not replace it' : undefined],
    ['releases', knownIn(field.releases, release)],
    ...limitFacts(field.limits),
    ['gates', gateTexts(field.gates, release).join(', ')],
    ['flag', flagText(field)],
    ...field.meanings.map((one): Fact => ['changed', changeText(one)]),
    ...disruptionFacts(field.cost),
    ['guarded', field.guard && `agents refuse a change for the worse, unless their node allows it: ${field.guard}`],
  ]
  return [
    `${path}: ${type}`,
    ...(note.meaning === '' ? [] : ['', note.meaning]),
    '',
    ...factLines(facts),
    ...section('rules', field.rules.map(ruleLine)),
    ...section('fields', factLines(field.fields.map(({ name, type: own }) => [name, own]))),
    '',
  ].join('\n')
}

/** The gates of the field that the release has; `explain GATE` lists all releases. */
function gateTexts(names: readonly string[], release: Release): readonly string[] {
  const gates = gatesOf(release)
  return names.flatMap((name) => (gates.has(name) ? [`${name} (${describeState(gates.get(name)!)})`] : []))
}

function defaultFacts({ defaults, releases: all }: FieldExplanation): readonly Fact[] {
  return defaults.map(({ value = 'none', releases: some }) => [
    'default',
    some.length === all.length ? value : `${value} (${describeReleases(some)})`,
  ])
}

const knownIn = (some: readonly Release[], release: Release): string =>
  `${describeReleases(some)}${some.includes(release) ? '' : `; ${release} ignores it`}`

function limitFacts({ values, keys, minimum, maximum }: Limits): readonly Fact[] {
  return [
    ['values', values?.join(', ')],
    ['keys', keys?.join(', ')],
    ['range', rangeText(minimum, maximum)],
  ]
}

function rangeText(minimum: string | undefined, maximum: string | undefined): string | undefined {
  if (minimum === undefined) return maximum && `up to ${maximum}`
  return maximum === undefined ? `${minimum} or above` : `${minimum} to ${maximum}`
}

function flagText({ flag, releases: all }: FieldExplanation): string | undefined {
  if (flag === undefined) return undefined
  const { name, deprecated, until } = flag
  const traits = [
    ...(deprecated ? ['deprecated'] : []),
    ...(until === undefined || until === all.at(-1) ? [] : [`up to ${until}`]),
  ]
  return `--${name}${traits.length === 0 ? '' : ` (${traits.join(', ')})`}; it wins over the file`
}

function disruptionFacts(cost: FieldDisruption | undefined): readonly Fact[] {
  if (cost === undefined) return []
  const when = cost.when === undefined ? '' : `; if not ${cost.when}, ${stepsLine({ changes: [plainRestart] })}`
  return [
    ['to change', `${stepsLine({ changes: [cost] })}${when}`],
    ['if you only restart', consequenceInWords(cost.onPlainRestart)],
  ]
}

export function fieldData(field: FieldExplanation): Record<string, unknown> {
  const { release, path, type, pointer, note, defaults, limits, flag, gates, rules, cost, fields } = field
  return {
    kubernetesVersion: release,
    path,
    type,
    zeroCounts: pointer,
    releases: field.releases,
    meaning: note.meaning,
    unit: note.unit ?? null,
    unset: note.unset ?? null,
    defaults: defaults.map(({ value, releases: some }) => ({ value: value ?? null, releases: some })),
    limits: limitsData(limits),
    gates,
    flag: flag === undefined ? null : flagData(flag),
    change: cost === undefined ? null : changeData(cost),
    guard: field.guard ?? null,
    rules: rules.map(ruleReference),
    meanings: field.meanings.map(meaningData),
    fields,
  }
}

const limitsData = ({ values, keys, minimum, maximum }: Limits): Record<string, unknown> => ({
  values: values ?? null,
  keys: keys ?? null,
  minimum: minimum ?? null,
  maximum: maximum ?? null,
})

const flagData = ({ name, deprecated, since, until }: Flag): Record<string, unknown> => ({
  name: `--${name}`,
  deprecated: deprecated === true,
  since: since ?? null,
  until: until ?? null,
})

const changeData = (cost: FieldDisruption): Record<string, unknown> => ({
  disruption: cost.disruption,
  onlyWhen: cost.when ?? null,
  steps: stepsInWords({ changes: [cost] }),
  onPlainRestart: reasoned(cost.onPlainRestart),
})
