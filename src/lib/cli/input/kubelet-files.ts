import { Failure } from '../../message/failure.ts'
import { usage } from '../usage/usage.ts'
import { type Input, readInput } from './input.ts'

/** The arguments of a command before and after `--`; undefined: there is no `--`. */
export function splitAtDashes(
  argv: readonly string[],
): readonly [own: string[], others: readonly string[] | undefined] {
  const at = argv.indexOf('--')
  return at === -1 ? [[...argv], undefined] : [argv.slice(0, at), argv.slice(at + 1)]
}

const advice = 'give the files that start the kubelet, or its flags after --'

/** Read the files that start a kubelet. Empty when its flags were given after `--` instead. */
export async function kubeletFiles(
  paths: readonly string[],
  typed: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly Input[]> {
  if ((typed === undefined) === (paths.length === 0))
    throw paths.length === 0
      ? usage('NoFlags', 'no kubelet flags given', advice)
      : usage('ConflictingArguments', 'files and flags after -- are mutually exclusive', advice)
  const files: Input[] = []
  for (const path of paths) files.push(await readInput(path, signal))
  return files
}

/** Read the file of --base, or else the file that the kubelet reads; that one may be on another machine. */
export async function configurationFile(
  base: string | undefined,
  own: () => string,
  signal: AbortSignal,
): Promise<Input> {
  if (base !== undefined) return await readInput(base, signal)
  return await readInput(own(), signal).catch(async (error: unknown) => {
    if (!(error instanceof Failure)) throw error
    const { describeFailure } = await import('../../message/describe.ts')
    const said = { ...error.fact, said: describeFailure(error).lines, hints: ['give a copy of it with --base FILE'] }
    throw new Failure(error.code, said, { cause: error })
  })
}
