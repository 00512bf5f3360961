import { plainTree } from '../../kubelet/defaults/plain-tree.ts'
import type { CommandLine } from '../../kubelet/flags/command-line.ts'
import { placeOf, stayingInWords } from '../../kubelet/flags/flag-messages.ts'
import type { Shadow } from '../../kubelet/flags/shadows.ts'
import { redacted } from '../../kubelet/model/redact.ts'
import { messageOf } from '../../message/describe.ts'
import { factsData } from '../../output/facts-data.ts'
import { shellWord } from '../../quoting.ts'
import { findingData } from '../read/finding-data.ts'
import { refusedFlagData } from '../read/refused-flag.ts'
import type { MigrationReport, ShadowReport } from './migrate.ts'

type Staying = MigrationReport['staying'][number]

/** A flag quoted for a shell, without passwords. */
const flagText = (one: Staying): string => shellWord(publicFlag(one))

const publicFlag = ({ flag, value }: Staying): string =>
  `--${flag.name}=${flag.name.includes('password') ? redacted : value}`

/** Flags to keep and notes, for stderr. */
export function describeMigration({ staying, notes, release }: MigrationReport): string {
  return [
    ...(staying.length > 0 ? [`flags to keep for kubelet ${release}:`, ...staying.map(stayingLine)] : []),
    ...notes.map((note) => `note: ${messageOf(note)}`),
  ].join('\n')
}

const stayingLine = (one: Staying): string =>
  `  ${flagText(one)}${one.why === undefined ? '' : `  # ${stayingInWords(one.why)}`}`

export function migrationData(report: MigrationReport): Record<string, unknown> {
  const { release, staying, stopping, line, findings, notes } = report
  return {
    kubernetesVersion: release,
    configuration: plainTree(report.tree),
    flags: staying.map(publicFlag),
    removed: stopping.flatMap(({ subject, replacedBy }) => (replacedBy === undefined ? [`--${subject.name}`] : [])),
    unsetVariables: line.unset,
    notes: factsData(notes),
    findings: findings.map(findingData),
  }
}

const effects: Readonly<Record<Shadow['effect'], string>> = {
  overrides: 'overrides',
  repeats: 'repeats',
  adds: 'sets',
}

/** One line for each flag that stops the kubelet or sets a field, and a verdict when no flag does harm. */
export function describeShadows({ file, shadows, stopping, refused, notes, line }: ShadowReport): string {
  const lines = shadows.map(({ flag, path, effect, inFile, byFlag, ...place }) => {
    const values: Readonly<Record<Shadow['effect'], string>> = {
      overrides: `${inFile} in the file, ${byFlag} by the flag`,
      repeats: byFlag,
      adds: `${byFlag} (not set in the file)`,
    }
    return `${placeOf(place)}: --${flag} ${effects[effect]} ${path}: ${values[effect]}`
  })
  const isHarmless = stopping.length + refused.length === 0 && !shadows.some(({ effect }) => effect === 'overrides')
  return [
    ...stopping.map(messageOf),
    ...refused.map(messageOf),
    ...lines,
    ...notes.map((note) => `note: ${messageOf(note)}`),
    ...(isHarmless ? [`${file}: ${verdictOf(line)}`] : []),
  ]
    .map((one) => `${one}\n`)
    .join('')
}

const verdictOf = ({ unset }: CommandLine): string =>
  unset.length === 0
    ? 'no flag overrides it'
    : `no known flag overrides it; unknown: the flags in ${unset.map((name) => `$${name}`).join(', ')}`

export const shadowData = (report: ShadowReport): Record<string, unknown> => ({
  kubernetesVersion: report.release,
  file: report.file,
  flags: report.shadows.map(({ flag, from, path, effect, inFile, byFlag }) => ({
    flag: `--${flag}`,
    from,
    path,
    effect,
    inFile: inFile ?? null,
    byFlag,
  })),
  unknown: report.stopping.map((one) => ({ ...refusedFlagData(one), from: one.place.from })),
  refused: report.refused.map(refusedFlagData),
  notes: factsData(report.notes),
})
