import { delimiter } from 'node:path'
import { errnoText } from '../../lib/errno.ts'
import { Failure, type Said } from '../../lib/message/failure.ts'

/**
 * Expected errors of the sandbox itself. Each fact has its own text: programs that import the package read the message
 * of the error.
 */
export type SandboxFact = Said &
  (
    | { readonly reason: 'LoadFailed'; readonly problems: readonly LoadProblem[] }
    | { readonly reason: 'CommandNotRun'; readonly program: string; readonly errno: string | undefined }
    | { readonly reason: 'NoTemporaryFolder'; readonly parent: string; readonly errno: string | undefined }
    | { readonly reason: 'TemporaryFolderUnusable'; readonly parent: string }
  )

/** Why an object was not created. */
export interface LoadProblem {
  /** File, document and item, such as `fixtures.yaml, document 2`. */
  readonly origin: string
  readonly message: string
}

/** Lists all objects that cannot be created. */
export function loadFailed(problems: readonly LoadProblem[]): Failure<SandboxFact> {
  const lines = problems.map(({ origin, message }) => `${origin}: ${message}`)
  const said = lines.length === 1 ? lines : [`${lines.length} problems`, ...lines.map((line) => `  ${line}`)]
  return new Failure('invalid', { reason: 'LoadFailed', problems, said: said.map((line) => [line]), hints: [] })
}

/** Texts that differ for programs. */
const programTexts: Readonly<Record<string, string>> = { ENOENT: 'not found', EACCES: 'not executable' }

export function commandNotRun([program = '', ...args]: readonly string[], cause: NodeJS.ErrnoException) {
  const { code } = cause
  const why = code === undefined ? cause.message : (programTexts[code] ?? errnoText(code))
  const isLine = args.length === 0 && /\s/.test(program)
  return new Failure<SandboxFact>(
    'usage',
    {
      reason: 'CommandNotRun',
      program,
      errno: code,
      said: [[`cannot run command '${program}': ${why}`]],
      hints: isLine ? ['pass its words as separate arguments, or run it with a shell: -- sh -c COMMAND'] : [],
    },
    { cause },
  )
}

const hints = ['set TMPDIR to another folder']

export const noTemporaryFolder = (parent: string, cause: NodeJS.ErrnoException) =>
  new Failure<SandboxFact>(
    'usage',
    {
      reason: 'NoTemporaryFolder',
      parent,
      errno: cause.code,
      said: [
        [`cannot create a folder in '${parent}': ${cause.code === undefined ? cause.message : errnoText(cause.code)}`],
      ],
      hints,
    },
    { cause },
  )

/** The folder cannot be an entry of PATH or KUBECONFIG, whose delimiter is in its path. */
export const temporaryFolderUnusable = (parent: string) =>
  new Failure<SandboxFact>('usage', {
    reason: 'TemporaryFolderUnusable',
    parent,
    said: [[`cannot use '${parent}' for temporary files: its path contains '${delimiter}'`]],
    hints,
  })
