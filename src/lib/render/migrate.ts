import type { Shadow } from '../config/migrate/shadows.ts'
import { shellWord } from '../config/migrate/words.ts'
import { plainTree } from '../config/plain-tree.ts'
import { redacted } from '../config/redact.ts'
import type { MigrationReport, ShadowReport } from '../flows/migrate.ts'
import { findingData } from './findings.ts'

type Staying = MigrationReport['staying'][number]

/** A flag as a shell would take it, without passwords. */
const flagText = (one: Staying): string => shellWord(publicFlag(one))

const publicFlag = ({ flag, value }: Staying): string =>
  `--${flag.name}=${flag.name.includes('password') ? redacted : value}`

/** What there is to know beside the document, for stderr. */
export function describeMigration(report: MigrationReport): string {
  const { staying, settings, unset, environmentFiles, release } = report
  const where = environmentFiles.length === 0 ? '' : ` (EnvironmentFile=${environmentFiles.join(', ')})`
  const legacy = settings.filter(({ flag }) => flag === undefined).map(({ field }) => field)
  return [
    ...(staying.length > 0 ? [`these stay flags for kubelet ${release}:`, ...staying.map(stayingLine)] : []),
    ...notesOf(report).map((note) => `note: ${note}`),
    ...unset.map((name) => `note: $${name} is set by none of the files given${where}: what it holds is missing`),
    ...(legacy.length > 0
      ? [
          `note: a kubelet without a file does otherwise than the defaults of one, so these are spelt out: ${legacy.join(', ')}`,
        ]
      : []),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

const stayingLine = (one: Staying): string => `  ${flagText(one)}${one.reason === undefined ? '' : `  # ${one.reason}`}`

function notesOf({ notes, staying }: MigrationReport): readonly string[] {
  const hasConfig = staying.some(({ flag }) => flag.name === 'config')
  return hasConfig ? notes : [...notes, 'put the document into a file, and add --config=FILE to the flags']
}

export function migrationData(report: MigrationReport): Record<string, unknown> {
  const { release, staying, gone, unset, findings } = report
  return {
    kubernetesVersion: release,
    configuration: plainTree(report.tree),
    flags: staying.map(publicFlag),
    removed: gone.map(({ flag }) => `--${flag.name}`),
    unsetVariables: unset,
    notes: notesOf(report),
    findings: findings.map(findingData),
  }
}

const effects: Readonly<Record<Shadow['effect'], string>> = {
  overrides: 'wins over',
  repeats: 'repeats',
  adds: 'sets what the file leaves open',
}

/** A line for each flag that sets a field, and a last one when none wins. */
export function describeShadows({ file, shadows, notes }: ShadowReport): string {
  const lines = shadows.map(({ flag, from, path, effect, inFile, byFlag }) => {
    const values = effect === 'overrides' ? `: ${inFile} in the file, ${byFlag} by the flag` : `: ${byFlag}`
    return `${from}: --${flag} ${effects[effect]}${effect === 'adds' ? ',' : ''} ${path}${values}`
  })
  const isQuiet = !shadows.some(({ effect }) => effect === 'overrides')
  const last = isQuiet ? [`${file}: no flag wins over it`] : []
  return [...lines, ...notes.map((note) => `note: ${note}`), ...last].map((line) => `${line}\n`).join('')
}

export const shadowData = ({ release, file, shadows, notes }: ShadowReport): Record<string, unknown> => ({
  kubernetesVersion: release,
  file,
  flags: shadows.map(({ flag, from, path, effect, inFile, byFlag }) => ({
    flag: `--${flag}`,
    from,
    path,
    effect,
    inFile: inFile ?? null,
    byFlag,
  })),
  notes,
})
