import { rules as decodeRules, type RuleId } from '../../decode/decode-rules.ts'
import { hazards } from '../../hazards/all.ts'
import { closest } from '../../model/closest.ts'
import type { Stage } from '../../model/finding.ts'
import { type Release, releases } from '../../model/releases.ts'
import { gateRules, validationRules } from '../../rules/all.ts'
import { appliesTo, type Rule } from '../../rules/rule.ts'
import { startupRules } from '../../startup/all.ts'
import { beyondSchema, reasons } from '../json-schema/beyond.ts'

/** A fragment or a whole document that breaks a rule of the stages read, decode and strict; one of many ways. */
export const ruleExamples: Readonly<Partial<Record<RuleId, string>>> = {
  'READ-EMPTY': '# nothing but a comment',
  'READ-CHARACTER': 'clusterDomain: cluster\u0007local',
  'READ-SYNTAX': 'clusterDNS: [10.0.0.10',
  'READ-ALIAS': 'clusterDNS: *dns',
  'READ-MERGE': 'evictionHard: {<<: 10%}',
  'READ-KEY': 'evictionHard: {[memory.available]: 10%}',
  'READ-TAG': 'maxPods: !!int many',
  'READ-NUMBER': 'maxPods: .inf',
  'READ-AMBIGUOUS': 'staticPodURLHeader: {1: [a], "1": [b]}',
  'READ-DOCUMENTS': 'maxPods: 110\n---\nmaxPods: 50',
  'DECODE-KIND': 'apiVersion: kubelet.config.k8s.io/v1\nkind: KubeletConfiguration',
  'DECODE-TYPE': 'maxPods: "110"',
  'DECODE-RANGE': 'maxPods: 3000000000',
  'DECODE-FORMAT': 'syncFrequency: 1 minute',
  'STRICT-UNKNOWN': 'maxPod: 110',
  'STRICT-CASE': 'maxpods: 110',
  'STRICT-DUPLICATE': 'maxPods: 110\nmaxPods: 50',
}

export interface RuleExplanation {
  readonly id: string
  readonly stage: Stage
  readonly fatal: boolean
  /** undefined: it depends on the problem. */
  readonly severity: 'warning' | undefined
  /** It depends on the node, not on the document. */
  readonly hostOnly: boolean
  readonly meaning: string
  readonly harm?: string
  readonly remedy?: string
  readonly releases: readonly Release[]
  readonly fields: readonly string[]
  readonly gates: readonly string[]
  /** Its place in the kubelet's source, in k8s.io/kubernetes; rules of the decoder have no single place. */
  readonly source?: string
  readonly unbreakable?: string
  /** Lines of a document that break the rule. */
  readonly example?: string
  /** Why a JSON schema cannot express all of it. */
  readonly beyondSchema?: string
}

const explanations: ReadonlyMap<string, RuleExplanation> = new Map(
  [
    ...Object.entries(decodeRules).map(([id, { stage, fatal, severity, meaning }]) => ({
      ...{
        id,
        stage,
        fatal,
        severity: severity === 'warning' ? severity : undefined,
        hostOnly: false,
        meaning,
        releases,
        fields: [],
        gates: [],
      },
      ...beyond(id),
      ...exampleOf(id as RuleId),
    })),
    ...gateRules.map((rule) => explain('gates', rule)),
    ...validationRules.map((rule) => explain('rules', rule)),
    ...startupRules.map((rule) => explain('start-up', rule)),
    ...hazards.map((rule) => explain('operation', rule)),
  ].map((rule) => [rule.id, rule]),
)

function explain(stage: Stage, rule: Rule): RuleExplanation {
  const { id, meaning, fields, gates = [], source, unbreakable, hostOnly = false, severity, harm, remedy } = rule
  const some = releases.filter((release) => appliesTo(release, rule))
  return {
    ...{
      id,
      stage,
      fatal: !hostOnly && severity === undefined && rule.fatal !== false,
      severity,
      hostOnly,
      meaning,
      releases: some,
      fields,
      gates,
      source,
    },
    ...(harm !== undefined && { harm }),
    ...(remedy !== undefined && { remedy }),
    ...(unbreakable !== undefined && { unbreakable }),
    ...beyond(id),
  }
}

function exampleOf(id: RuleId): Pick<RuleExplanation, 'example'> {
  const example = ruleExamples[id]
  return example === undefined ? {} : { example }
}

function beyond(id: string): Pick<RuleExplanation, 'beyondSchema'> {
  const reason = beyondSchema[id]
  return reason === undefined ? {} : { beyondSchema: reasons[reason] }
}

/** No field name looks like a rule id. */
export const looksLikeRule = (text: string): boolean =>
  /^(?:[vsh]\d+|(?:read|decode|strict|dropin|ignore)-.*)$/i.test(text)

/** By id, in any case; `V3` is V03. */
export function explainRule(text: string): RuleExplanation | undefined {
  return explanations.get(text.toUpperCase().replace(/^([VSH])(\d)$/, '$10$2'))
}

/** The ids of rules about values: first and last of each series. */
export const ruleSpans: readonly (readonly [first: string, last: string])[] = [
  [gateRules[0]!.id, validationRules.at(-1)!.id],
  [startupRules[0]!.id, startupRules.at(-1)!.id],
  [hazards[0]!.id, hazards.at(-1)!.id],
]

/** A similar id, or undefined. */
export const similarRule = (text: string): string | undefined =>
  closest(text.toUpperCase(), [...explanations.keys()], text.includes('-') ? 3 : 0)
