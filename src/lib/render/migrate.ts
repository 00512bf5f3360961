import type { MigrationReport, ShadowReport } from '../flows/files/migrate.ts'
import { plainTree } from '../kubelet/defaults/plain-tree.ts'
import { redacted } from '../kubelet/model/redact.ts'
import type { CommandLine } from '../kubelet-flags/command-line.ts'
import type { Shadow } from '../kubelet-flags/shadows.ts'
import { placeOf } from '../kubelet-flags/source.ts'
import { shellWord } from '../quoting.ts'
import { findingData } from './finding-data.ts'
import { describeUnknown, reasonOf } from './unknown-flag.ts'

type Staying = MigrationReport['staying'][number]

/** A flag as a shell would take it, without passwords. */
const flagText = (one: Staying): string => shellWord(publicFlag(one))

const publicFlag = ({ flag, value }: Staying): string =>
  `--${flag.name}=${flag.name.includes('password') ? redacted : value}`

/** What there is to know beside the document, for stderr. */
export function describeMigration(report: MigrationReport): string {
  const { staying, settings, line, release } = report
  const legacy = settings.filter(({ flag }) => flag === undefined).map(({ field }) => field)
  return [
    ...(staying.length > 0 ? [`these stay flags for kubelet ${release}:`, ...staying.map(stayingLine)] : []),
    ...[...notesOf(report), ...unsetNotes(line)].map((note) => `note: ${note}`),
    ...(legacy.length > 0
      ? [
          `note: a kubelet without a file does otherwise than the defaults of one, so these are spelt out: ${legacy.join(', ')}`,
        ]
      : []),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function unsetNotes({ unset, environmentFiles }: CommandLine): readonly string[] {
  const where = environmentFiles.length === 0 ? '' : ` (EnvironmentFile=${environmentFiles.join(', ')})`
  return unset.map((name) => `$${name} is set by none of the files given${where}: what it holds is missing`)
}

const stayingLine = (one: Staying): string => `  ${flagText(one)}${one.reason === undefined ? '' : `  # ${one.reason}`}`

function notesOf(report: MigrationReport): readonly string[] {
  const { notes, staying, unknown, fileForKubeadm } = report
  const hasConfig = staying.some(({ flag }) => flag.name === 'config')
  const replaced = unknown.filter(({ isReplaced }) => isReplaced)
  const all = [...notes, ...replaced.map(({ flag, why }) => `--${flag.name} is ${why}: its field replaces it`)]
  if (fileForKubeadm !== undefined) return [...all, noteForKubeadm(fileForKubeadm, report)]
  return hasConfig ? all : [...all, 'put the document into a file, and add --config=FILE to the flags']
}

/** What becomes of the document in a file for kubeadm. */
function noteForKubeadm(file: string, { extraArgsIn, settings, staying, unknown }: MigrationReport): string {
  if (settings.length + staying.length + unknown.length === 0)
    return `${file} has no kubeletExtraArgs: the document is the KubeletConfiguration in it`
  const place = file === '<stdin>' ? 'the file of kubeadm' : file
  const others = extraArgsIn.filter((one) => one !== file)
  const where = others.length === 0 ? '' : ` of ${others.join(', ')}`
  const without = extraArgsIn.length === 0 ? '' : `, and its flags out of kubeletExtraArgs${where}`
  return `put the document into ${place}${without}: kubeadm gives it to all nodes`
}

export function migrationData(report: MigrationReport): Record<string, unknown> {
  const { release, staying, unknown, line, findings } = report
  return {
    kubernetesVersion: release,
    configuration: plainTree(report.tree),
    flags: staying.map(publicFlag),
    removed: unknown.flatMap(({ flag, isReplaced }) => (isReplaced ? [] : [`--${flag.name}`])),
    unsetVariables: line.unset,
    notes: notesOf(report),
    findings: findings.map(findingData),
  }
}

const effects: Readonly<Record<Shadow['effect'], string>> = {
  overrides: 'wins over',
  repeats: 'repeats',
  adds: 'sets what the file leaves open',
}

/** A line for each flag that stops the kubelet or sets a field, and a last one when none does harm. */
export function describeShadows(report: ShadowReport): string {
  const { release, file, shadows, unknown } = report
  const lines = shadows.map(({ flag, path, effect, inFile, byFlag, ...place }) => {
    const values = effect === 'overrides' ? `: ${inFile} in the file, ${byFlag} by the flag` : `: ${byFlag}`
    return `${placeOf(place)}: --${flag} ${effects[effect]}${effect === 'adds' ? ',' : ''} ${path}${values}`
  })
  const stops = unknown.map((flag) => describeUnknown(flag, release))
  const isQuiet = unknown.length === 0 && !shadows.some(({ effect }) => effect === 'overrides')
  const notes = checkNotesOf(report).map((note) => `note: ${note}`)
  const last = isQuiet ? [`${file}: ${verdictOf(report.line)}`] : []
  return [...stops, ...lines, ...notes, ...last].map((line) => `${line}\n`).join('')
}

const checkNotesOf = ({ notes, line }: ShadowReport): readonly string[] => [...notes, ...unsetNotes(line)]

const verdictOf = ({ unset }: CommandLine): string =>
  unset.length === 0
    ? 'no flag wins over it'
    : `no flag that is known wins over it; not known: those in ${unset.map((name) => `$${name}`).join(', ')}`

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
  unknown: report.unknown.map((one) => ({
    flag: `--${one.flag.name}`,
    from: one.from,
    path: one.isReplaced ? one.flag.field : null,
    reason: reasonOf(one),
  })),
  notes: checkNotesOf(report),
})
