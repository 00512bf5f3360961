import type { UpgradeReport } from '../flows/files/upgrade-check.ts'
import type { Release } from '../kubelet/model/releases.ts'
import type { Line } from '../tone.ts'
import { messageOf, reasoned } from '../words/describe.ts'
import { findingLine } from '../words/finding-words.ts'
import { findingData } from './finding-data.ts'
import { outcomeOf, toneOfOutcome, words } from './outcome.ts'
import { stoppingFlagData } from './stopping-flag.ts'

type Gate = UpgradeReport['gates'][number]
type Default = UpgradeReport['defaults'][number]
type Finding = UpgradeReport['findings'][number]

/** Changes that can stop the kubelet, changes in its behavior, and the rest. */
const urgency = { stops: 0, acts: 1, rest: 2 } as const

/** Each document below its name, and the gates once. */
export function describeUpgrades(reports: readonly UpgradeReport[]): readonly Line[] {
  const [{ from, to } = {}] = reports
  const described = reports.flatMap((report): Line[] => [
    [['strong', titleOf(report)]],
    ...changesOf(report),
    ...verdict(report),
  ])
  return from === undefined || to === undefined ? described : [...described, gatesHint({ from, to })]
}

const titleOf = ({ file, document = 0 }: UpgradeReport): string =>
  document === 0 ? file : `${file} (document ${document})`

/** Most urgent first; the verdict last. */
export const describeUpgrade = (report: UpgradeReport): readonly Line[] => [
  ...changesOf(report),
  gatesHint(report),
  ...verdict(report),
]

const gatesHint = ({ from, to }: Pick<UpgradeReport, 'from' | 'to'>): Line => [
  ['faint', `all feature gates that change: kubeletcfg gates --since ${from} --kubernetes-version ${to}`],
]

function changesOf(report: UpgradeReport): readonly Line[] {
  const { file, from, to, flags, findings, defaults, gates } = report
  const changes = [
    ...flags.map((one) => ({ rank: urgency.stops, line: [messageOf(one)] })),
    ...findings.filter(isReported).map((one) => ({ rank: rankOfFinding(one), line: findingOf(file, one, to) })),
    ...defaults.map((one) => ({ rank: rankOfDefault(one), line: defaultLine(one, from) })),
    ...gates.map((one) => ({ rank: rankOfGate(one), line: gateLine(one) })),
  ].toSorted((a, b) => a.rank - b.rank)
  return changes.length === 0 ? [[`${file}: nothing changes from ${from} to ${to}`]] : changes.map(({ line }) => line)
}

function verdict(report: UpgradeReport): readonly Line[] {
  const outcome = outcomeOf(report)
  return words.flatMap(([name, text]): Line[] =>
    name === outcome ? [[`${nameOfReport(report)}: `, [toneOfOutcome[name], `${text} ${report.to}`]]] : [],
  )
}

const nameOfReport = (report: UpgradeReport): string =>
  `${titleOf(report)}${report.configDir === undefined ? '' : ` with ${report.configDir}`}`

/** Notes about the host are omitted when they applied before. */
const isReported = ({ severity, isNew }: Finding): boolean => severity !== 'info' || isNew

const rankOfFinding = ({ fatal, severity }: Finding): number =>
  fatal || severity === 'info' ? urgency.stops : urgency.acts

function rankOfDefault({ hazard, isNew, isWritten }: Default): number {
  if (hazard !== undefined) return urgency.stops
  return isNew && !isWritten ? urgency.rest : urgency.acts
}

const rankOfGate = ({ change, named }: Gate): number =>
  change === 'locked' || (change === 'default' && !named) ? urgency.acts : urgency.rest

const findingOf = (file: string, finding: Finding, to: Release): Line => [
  ...findingLine(file, { ...finding, releases: [to] }, [to]),
  finding.isNew ? ' [new]' : '',
]

function defaultLine({ path, before, after = '(unset)', isNew, isWritten, hazard }: Default, from: Release): Line {
  if (isWritten) return [`${path}: ${after} now takes effect; ${from} ignored it`]
  const what = isNew
    ? `new field ${path}: ${after} by default`
    : `default of ${path}: ${before ?? '(unset)'} → ${after}`
  return hazard === undefined ? [what] : [what, ': ', ['warn', messageOf(hazard)]]
}

const gateLine = (gate: Gate): Line => [`feature gate ${gate.name}: ${describeGate(gate)}`]

function describeGate({ change, on, named }: Gate): string {
  if (change === 'locked') return `now locked to ${on}${named ? '; remove it' : ''}`
  if (change === 'deprecated') return 'now deprecated'
  return `now ${on ? 'on' : 'off'} by default${named ? ', which changes nothing here' : ''}`
}

export function upgradeData(report: UpgradeReport): Record<string, unknown> {
  const { file, document, configDir, from, to, valid, stage, flags, findings, defaults, gates } = report
  return {
    file,
    ...(document !== undefined && { document }),
    ...(configDir !== undefined && { configDir }),
    from,
    to,
    valid,
    stage: stage ?? null,
    flags: flags.map(stoppingFlagData),
    findings: findings.map(({ isNew, ...finding }) => ({
      ...(finding.file !== undefined && { file: finding.file }),
      ...findingData(finding),
      isNew,
    })),
    defaults: defaults.map(({ hazard, ...change }) => ({
      ...change,
      hazard: hazard === undefined ? null : reasoned(hazard),
    })),
    gates: gates.map(({ name, change, on, named }) => ({ name, change, default: on, named })),
  }
}
