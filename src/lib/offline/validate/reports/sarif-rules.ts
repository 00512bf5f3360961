import { rules as readingRules } from '../../../kubelet/decode/decode-rules.ts'
import { hazards } from '../../../kubelet/hazards/all.ts'
import type { Severity } from '../../../kubelet/model/finding.ts'
import { newest, oldest } from '../../../kubelet/model/releases.ts'
import { gateRules, validationRules } from '../../../kubelet/rules/all.ts'
import type { Rule } from '../../../kubelet/rules/rule.ts'
import { startupRules } from '../../../kubelet/startup/all.ts'

/** The values of `level` in SARIF. */
export const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' }

/** A reportingDescriptor of SARIF 2.1.0 (3.49) for each rule id. */
export function sarifRules(ids: readonly string[]): readonly object[] {
  const known = new Map([
    ...readingDescriptors(),
    ...[...gateRules, ...validationRules, ...startupRules, ...hazards].map(descriptor),
  ])
  return ids.map((id) => ({ id, ...known.get(id) }))
}

const readingDescriptors = (): readonly (readonly [string, object])[] =>
  Object.entries(readingRules).map(([id, { meaning, severity }]) => [
    id,
    { ...texts(meaning, meaning), defaultConfiguration: { level: levels[severity] } },
  ])

function descriptor(rule: Rule): readonly [string, object] {
  const { id, meaning, harm, remedy, fields, source, since, until } = rule
  const lines = [
    meaning,
    ...(harm === undefined ? [] : [harm]),
    ...(remedy === undefined ? [] : [`Remedy: ${remedy}.`]),
    `Fields: ${fields.join(', ')}.`,
    `Kubelet releases: ${since ?? oldest} to ${until ?? newest}.`,
    `Source: ${source}.`,
  ]
  return [id, { ...texts(meaning, lines.join('\n')), defaultConfiguration: { level: levels[usualSeverity(rule)] } }]
}

const usualSeverity = ({ hostOnly, severity }: Rule): Severity => (hostOnly ? 'info' : (severity ?? 'error'))

/** The specification requires only an id; GitHub requires all three. */
const texts = (meaning: string, help: string) => ({
  shortDescription: { text: meaning },
  fullDescription: { text: meaning },
  help: { text: help },
})
