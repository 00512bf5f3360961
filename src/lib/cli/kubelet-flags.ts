import { afterProgram, type CommandLine, commandLineOf, wordsFrom } from '../config/migrate/command-line.ts'
import { Failure } from '../errors.ts'
import { readInput } from './input.ts'

/** Arguments of a command before and after `--`. */
export function splitAtDashes(
  argv: readonly string[],
): readonly [own: string[], others: readonly string[] | undefined] {
  const at = argv.indexOf('--')
  return at === -1 ? [[...argv], undefined] : [argv.slice(0, at), argv.slice(at + 1)]
}

/** The command line of a kubelet: from files, or as it was typed after `--`. */
export async function kubeletFlags(
  paths: readonly string[],
  typed: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<CommandLine> {
  if ((typed === undefined) === (paths.length === 0))
    throw new Failure('usage', paths.length === 0 ? 'whose flags?' : 'files and flags exclude each other', {
      suggestions: ['give the files that start the kubelet, or its flags after --'],
    })
  if (typed !== undefined) return { ...afterProgram(wordsFrom('<arguments>', typed)), unset: [], environmentFiles: [] }
  const files: { file: string; text: string }[] = []
  for (const path of paths) {
    const { file, bytes } = await readInput(path, signal)
    files.push({ file, text: textOf(file, bytes) })
  }
  return commandLineOf(files)
}

function textOf(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Failure('invalid', `${file}: not UTF-8 text`, { cause })
  }
}
