import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Failure } from '../message/failure.ts'
import { Interrupted } from '../ports/limits.ts'
import { EditorFailed, EditorNotRun } from './host-messages.ts'

type Surroundings = Readonly<Record<string, string | undefined>>

/** As kubectl chooses it; an empty variable is not set. undefined: neither variable is set, and vi is used. */
export const editorOf = ({ KUBE_EDITOR, EDITOR }: Surroundings): string | undefined =>
  KUBE_EDITOR || EDITOR || undefined

export const defaultEditor = 'vi'

/**
 * The words of the command that opens a file. As in kubectl, an editor with arguments is split at spaces, and one with
 * quotes or backslashes is a command for the shell. The path of a program may have spaces.
 */
export function editorCommand(editor: string, path: string): readonly [program: string, ...args: string[]] {
  if (!/\s/.test(editor) || isFile(editor)) return [editor, path]
  if (/["'\\]/.test(editor)) return ['/bin/sh', '-c', `${editor} "$@"`, editor, path]
  const [program = '', ...args] = editor.trim().split(/\s+/)
  return [program, ...args, path]
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/**
 * Runs an editor on this terminal until it ends. Rejects with Failure 'usage' when it cannot be run, 'refused' when it
 * fails, and with the reason of the signal when that aborts or the editor is ended by Ctrl-C; the editor is terminated
 * then.
 */
export async function runEditor(editor: string, path: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const [code, killedBy] = await ended(editor, path, signal)
  if (killedBy === 'SIGINT' || code === interrupted) throw new Failure('interrupted', Interrupted())
  if (code !== 0) throw new Failure('refused', EditorFailed({ editor, end: code ?? killedBy! }))
}

/** The exit code of a shell whose command was ended by SIGINT. */
const interrupted = 130

type End = [code: number | null, killedBy: NodeJS.Signals | null]

async function ended(editor: string, path: string, signal: AbortSignal): Promise<End> {
  const [program, ...args] = editorCommand(editor, path)
  try {
    return (await once(spawn(program, args, { stdio: 'inherit', signal }), 'close')) as End
  } catch (cause) {
    signal.throwIfAborted()
    const { code: errno = 'UNKNOWN' } = cause as NodeJS.ErrnoException
    throw new Failure('usage', EditorNotRun({ editor, errno }), { cause })
  }
}
