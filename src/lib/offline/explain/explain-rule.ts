import { describeReleases, type Release, releases } from '../../kubelet/model/releases.ts'
import type { RuleExplanation } from '../../kubelet/reference/explain/explain-rule.ts'
import { factLines, section } from '../../output/facts.ts'

/** What a rule requires, and of which kubelets. */
export function describeRule(rule: RuleExplanation): string {
  const facts = factLines([
    ['stage', rule.stage],
    ['severity', rule.severity],
    ['stops the kubelet', stops(rule)],
    ['harm', rule.harm],
    ['remedy', rule.remedy],
    ['releases', describeReleases(rule.releases)],
    ['fields', rule.fields.join(', ')],
    ['gates', rule.gates.join(', ')],
    ['no file breaks it', rule.unbreakable],
    ['beyond a schema', rule.beyondSchema],
    ['source', rule.source],
  ])
  const example = section('broken by', rule.example?.split('\n') ?? [])
  return [rule.id, '', rule.meaning, '', ...facts, ...example, ''].join('\n')
}

function stops({ id, fatal, hostOnly, stage }: RuleExplanation): string {
  if (id.startsWith('IGNORE-')) return 'no: it does not read comments'
  if (fatal) return 'yes'
  if (stage === 'operation') return 'no: it runs, and the node suffers'
  if (hostOnly) return 'if the node does not meet it'
  if (stage === 'start-up') return 'no: it starts, but what depends on the value does not work'
  const isSilent = stage === 'read' || id.startsWith('DROPIN-')
  return isSilent ? 'no: it continues, and logs nothing' : 'no: it logs that, and continues'
}

export const ruleData = (rule: RuleExplanation): Record<string, unknown> => ({
  id: rule.id,
  stage: rule.stage,
  fatal: rule.fatal,
  severity: rule.severity ?? null,
  meaning: rule.meaning,
  harm: rule.harm ?? null,
  remedy: rule.remedy ?? null,
  since: boundOf(rule, 0),
  until: boundOf(rule, -1),
  fields: rule.fields,
  gates: rule.gates,
  unbreakable: rule.unbreakable ?? null,
  example: rule.example ?? null,
  beyondSchema: rule.beyondSchema ?? null,
  source: rule.source ?? null,
})

/** As in findings: null when all known releases have it. */
const boundOf = ({ releases: some }: RuleExplanation, end: 0 | -1): Release | null =>
  some.at(end) === releases.at(end) ? null : (some.at(end) ?? null)
