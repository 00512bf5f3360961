import type { UpgradeReport } from '../flows/upgrade-check.ts'
import type { Line } from '../tone.ts'
import { findingData, findingLine } from './findings.ts'
import { outcomeOf, toneOfOutcome, words } from './reports/outcome.ts'

type Gate = UpgradeReport['gates'][number]

/** Findings first, as validate prints them; then what happens although nobody asked for it; the verdict last. */
export function describeUpgrade(report: UpgradeReport): readonly Line[] {
  const { file, from, to, findings, defaults, gates } = report
  const changed = defaults.filter(({ isNew }) => !isNew)
  const added = defaults.filter(({ isNew, isWritten }) => isNew && !isWritten)
  const heard = defaults.filter(({ isWritten }) => isWritten)
  const told = findings
    .filter(isWorthALine)
    .map((finding): Line => [...findingLine(file, { ...finding, releases: [to] }, [to]), finding.isNew ? ' [new]' : ''])
  const changes = [
    ...changed.map(({ path, before, after }) => `default of ${path}: ${before ?? '(unset)'} → ${after ?? '(unset)'}`),
    ...heard.map(({ path, after }) => `${path}: ${after} counts from now on; ${from} has ignored it`),
    ...added.map(({ path, after }) => `new field ${path}: ${after ?? '(unset)'} by default`),
    ...gates.map((gate) => `feature gate ${gate.name}: ${describeGate(gate)}`),
  ]
  const nothing = told.length + changes.length === 0 ? [`${file}: nothing changes from ${from} to ${to}`] : []
  const outcome = outcomeOf(report)
  const verdict = words.flatMap(([name, text]): Line[] =>
    name === outcome ? [[`${file}: `, [toneOfOutcome[name], `${text} ${to}`]]] : [],
  )
  return [...told, ...[...changes, ...nothing].map((line): Line => [line]), ...verdict]
}

/** What depends on the host did so before. */
const isWorthALine = ({ severity, isNew }: UpgradeReport['findings'][number]): boolean => severity !== 'info' || isNew

function describeGate({ change, on, named }: Gate): string {
  if (change === 'locked') return `locked to ${on} from now on${named ? '; leave it out' : ''}`
  if (change === 'deprecated') return 'deprecated from now on'
  return `${on ? 'on' : 'off'} by default from now on${named ? ', which changes nothing here' : ''}`
}

export function upgradeData(report: UpgradeReport): Record<string, unknown> {
  const { file, from, to, valid, stage, findings, defaults, gates } = report
  return {
    file,
    from,
    to,
    valid,
    stage: stage ?? null,
    findings: findings.map(({ isNew, ...finding }) => ({ ...findingData(finding), isNew })),
    defaults: defaults.map(({ path, before, after, isNew, isWritten }) => ({ path, before, after, isNew, isWritten })),
    gates: gates.map(({ name, change, on, named }) => ({ name, change, default: on, named })),
  }
}
