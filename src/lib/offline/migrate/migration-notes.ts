import type { CommandLine } from '../../kubelet/flags/command-line.ts'
import { type FlagNote, flagSubject } from '../../kubelet/flags/flag-messages.ts'
import type { Migration } from '../../kubelet/flags/migrate.ts'
import { fileSubject } from '../../message/fact.ts'
import type { MigrationNote } from '../read/start-messages.ts'
import {
  DefaultsWithoutFile,
  FlagReplaced,
  NoExtraArgs,
  VariableNotSet,
  WriteToFile,
  WriteToKubeadmFile,
} from '../read/start-messages.ts'

interface Circumstances {
  readonly line: CommandLine
  /** The file whose configuration the flags are merged into. */
  readonly kubeadmFile: string | undefined
  /** The files that have the flags as kubeletExtraArgs. */
  readonly extraArgsIn: readonly string[]
}

/** Notes on the document. */
export const migrationNotes = (
  migration: Omit<Migration, 'problems'>,
  circumstances: Circumstances,
): readonly (FlagNote | MigrationNote)[] => [
  ...migration.notes,
  ...migration.unknown.flatMap(({ flag, why, isReplaced }): readonly MigrationNote[] =>
    isReplaced ? [FlagReplaced({ subject: flagSubject(flag.name), why })] : [],
  ),
  ...destinationNotes(migration, circumstances),
  ...unsetVariables(circumstances.line),
  ...defaultsWithoutFile(migration),
]

type Found = Pick<Migration, 'settings' | 'staying' | 'unknown'>

function destinationNotes({ settings, staying, unknown }: Found, { kubeadmFile, extraArgsIn }: Circumstances) {
  const notes: MigrationNote[] = []
  if (kubeadmFile === undefined && !staying.some(({ flag }) => flag.name === 'config')) notes.push(WriteToFile())
  if (kubeadmFile !== undefined) {
    const subject = fileSubject(kubeadmFile)
    const isEmpty = settings.length + staying.length + unknown.length === 0
    notes.push(isEmpty ? NoExtraArgs({ subject }) : WriteToKubeadmFile({ subject, extraArgsIn }))
  }
  return notes
}

/** Flags in these variables are missing. */
export const unsetVariables = ({ unset, environmentFiles }: CommandLine): readonly MigrationNote[] =>
  unset.map((variable) => VariableNotSet({ variable, environmentFiles }))

function defaultsWithoutFile({ settings }: Found): readonly MigrationNote[] {
  const fields = settings.filter(({ flag }) => flag === undefined).map(({ field }) => field)
  return fields.length === 0 ? [] : [DefaultsWithoutFile({ fields })]
}
