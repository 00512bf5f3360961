import type { FormerGate } from '../../kubelet/gates/former.ts'
import type { GateSpan } from '../../kubelet/gates/history.ts'
import { describeReleases, oldest } from '../../kubelet/model/releases.ts'
import type { GateExplanation } from '../../kubelet/reference/explain/explain-gate.ts'
import { type Fact, factLines, section } from '../../output/facts.ts'
import { describeState, stateData } from './gates.ts'
import { ruleLine, ruleReference } from './rule-line.ts'

/** The history of a gate, the gates it depends on, and the fields that depend on it. */
export function describeGate(gate: GateExplanation): string {
  const { name, history, former, release, neededBy, members, fields, rules } = gate
  const facts: readonly Fact[] = [
    ['since', since(history)],
    ...history.map((span): Fact => ['state', spanText(span)]),
    ['locked', lockText(gate)],
    ...(former === undefined ? [] : formerFacts(former, history)),
    ['needed by', neededBy.length === 0 ? undefined : `${neededBy.join(', ')} (in ${release})`],
    ['sets', members.size === 0 ? undefined : `each gate below that the document does not set itself (in ${release})`],
    ['fields', fields.length === 0 && members.size === 0 ? 'no field is known to depend on it' : fields.join(', ')],
  ]
  return [
    `${name}: feature gate`,
    '',
    ...factLines(facts),
    ...section('rules', rules.map(ruleLine)),
    ...section('gates', factLines([...members].map(([member, state]) => [member, describeState(state)]))),
    '',
  ].join('\n')
}

/** Releases before the oldest are unknown. */
function since([first]: readonly GateSpan[]): string | undefined {
  const release = first?.releases[0]
  return release === oldest ? `${release} or before` : release
}

function spanText(span: GateSpan): string {
  const needs = span.needs.length === 0 ? '' : `, needs ${span.needs.join(', ')}`
  return `${describeState(span)}${needs} (${describeReleases(span.releases)})`
}

function lockText({ history }: GateExplanation): string | undefined {
  const locked = history.filter((span) => span.locked)
  const [first] = locked
  if (first === undefined) return undefined
  const when = describeReleases(locked.flatMap((span) => span.releases))
  return `a document may set it to ${first.on} or omit it; ${!first.on} stops the kubelet (${when})`
}

function formerFacts(former: FormerGate, history: readonly GateSpan[]): readonly Fact[] {
  const { removedIn, since: feature, renamedTo } = former
  return [
    ['state', history.length > 0 ? undefined : `${describeState({ ...former, needs: [] })} (before ${removedIn})`],
    ['removed', `in ${removedIn}: a document that names it stops the kubelet`],
    ['feature', feature && `${feature === 'always-on' ? 'always on' : 'always off'} since ${removedIn}`],
    ['renamed', renamedTo && `to ${renamedTo}`],
  ]
}

export const gateExplanationData = (gate: GateExplanation): Record<string, unknown> => ({
  kubernetesVersion: gate.release,
  name: gate.name,
  state: gate.state === undefined ? null : stateData(gate.state),
  history: gate.history.map((span) => ({ releases: span.releases, ...stateData(span) })),
  removed:
    gate.former === undefined
      ? null
      : {
          release: gate.former.removedIn,
          ...stateData({ ...gate.former, needs: [] }),
          feature: gate.former.since ?? null,
          renamedTo: gate.former.renamedTo ?? null,
        },
  neededBy: gate.neededBy,
  sets: [...gate.members.keys()],
  fields: gate.fields,
  rules: gate.rules.map(ruleReference),
})
