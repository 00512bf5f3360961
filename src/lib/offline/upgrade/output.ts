import { findingLine } from '../../kubelet/check/finding-text.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { messageOf, reasoned } from '../../message/describe.ts'
import { type Line, plainLine } from '../../message/line.ts'
import { namesIn } from '../../message/names-in.ts'
import { findingData } from '../read/finding-data.ts'
import { changeText, meaningData } from '../read/meaning-change.ts'
import { outcomeOf, toneOfOutcome, words } from '../read/outcome.ts'
import { refusedFlagData } from '../read/refused-flag.ts'
import type { UpgradeReport } from './upgrade-check.ts'

type Gate = UpgradeReport['gates'][number]
type Default = UpgradeReport['defaults'][number]
type Finding = UpgradeReport['findings'][number]

/** Changes that can stop the kubelet, changes in its behavior, and the rest. */
const urgency = { stops: 0, acts: 1, rest: 2 } as const

/** Each document below its name; what is the same for several once, with their names; and the gates once. */
export function describeUpgrades(reports: readonly UpgradeReport[]): readonly Line[] {
  const [{ from, to } = {}] = reports
  const each = reports.map((report) => ({ report, changes: changesIn(report) }))
  const groups = sharedBy(each)
  const isShared = new Set(groups.flatMap(({ changes }) => changes.map(textOf)))
  const own = each.flatMap(({ report, changes }): Line[] => {
    const only = changes.filter((change) => !isShared.has(textOf(change)))
    const lines = changes.length === 0 ? [nothingIn(report)] : only.map(({ line }) => line)
    return [...(lines.length === 0 ? [] : [[['strong', titleOf(report)]] as Line, ...lines]), ...verdict(report)]
  })
  const shared = groups.flatMap(({ names, changes }): Line[] => [
    [['strong', headOf(names, reports.length)]],
    ...changes.map(({ line }) => line),
  ])
  return from === undefined || to === undefined ? own : [...own, ...shared, gatesHint({ from, to })]
}

interface Change {
  readonly rank: number
  readonly line: Line
}

const textOf = ({ line }: Change): string => plainLine(line)

interface Shared {
  /** Of the documents. */
  readonly names: readonly string[]
  readonly changes: readonly Change[]
}

/** What several documents have in common, by who they are; that of most documents first. */
function sharedBy(each: readonly { readonly report: UpgradeReport; readonly changes: readonly Change[] }[]) {
  const all = each.flatMap(({ report, changes }) => changes.map((change) => ({ name: titleOf(report), change })))
  const byText = [...Map.groupBy(all, ({ change }) => textOf(change)).values()].map((some) => ({
    names: [...new Set(some.map(({ name }) => name))],
    change: some[0]!.change,
  }))
  const several = byText.filter(({ names }) => names.length > 1)
  return [...Map.groupBy(several, ({ names }) => names.join('\n')).values()]
    .map(
      (some): Shared => ({
        names: some[0]!.names,
        changes: some.map(({ change }) => change).toSorted((a, b) => a.rank - b.rank),
      }),
    )
    .toSorted((a, b) => b.names.length - a.names.length)
}

const headOf = (names: readonly string[], all: number): string =>
  names.length === all ? `all ${all} documents` : `${names.length} of ${all} documents: ${namesIn(names)}`

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

const changesOf = (report: UpgradeReport): readonly Line[] => {
  const changes = changesIn(report)
  return changes.length === 0 ? [nothingIn(report)] : changes.map(({ line }) => line)
}

const nothingIn = ({ file, from, to }: UpgradeReport): Line => [`${file}: nothing changes from ${from} to ${to}`]

function changesIn({ file, from, to, flags, findings, defaults, gates, meanings }: UpgradeReport): readonly Change[] {
  return [
    ...flags.map((one) => ({ rank: urgency.stops, line: [messageOf(one)] })),
    ...findings.filter(isReported).map((one) => ({ rank: rankOfFinding(one), line: findingOf(file, one, to) })),
    ...meanings.map((one) => ({ rank: urgency.acts, line: [`${one.path}: ${changeText(one)}`] })),
    ...defaults.map((one) => ({ rank: rankOfDefault(one), line: defaultLine(one, from) })),
    ...gates.map((one) => ({ rank: rankOfGate(one), line: gateLine(one) })),
  ].toSorted((a, b) => a.rank - b.rank)
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
  const { file, document, configDir, from, to, valid, stage, flags, findings, defaults, gates, meanings } = report
  return {
    file,
    ...(document !== undefined && { document }),
    ...(configDir !== undefined && { configDir }),
    from,
    to,
    valid,
    stage: stage ?? null,
    flags: flags.map(refusedFlagData),
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
    meanings: meanings.map(meaningData),
  }
}
