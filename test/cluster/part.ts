import { checkout } from './host/directories.ts'
import { outputOf } from './host/output-of.ts'
import { note } from './host/progress.ts'

/** A number of it is set where not all that takes minutes fits: in a run of all checks. */
export const partVariable = 'TEST_PART'

export const thirds = 3

/** Of cases that do not need each other, the third that the number of this part chooses; all, unless only a part is asked for. */
export const partOf = <Case>(cases: readonly Case[], part?: string): readonly Case[] =>
  cases.filter((_case, index) => isOfPart(index, part))

/** `parts`: of so many in a row, a part has one. */
export function isOfPart(
  index: number,
  part: string | undefined = process.env[partVariable],
  parts: number = thirds,
): boolean {
  return part === undefined || index % parts === Number(part) % parts
}

/** `SEED=7` of random cases, or the number of this part. */
export function seedOfPart(): number {
  return Number(process.env['SEED'] ?? process.env[partVariable] ?? 1)
}

/** Another one for each commit, and the same one for the same commit, so that what was found is found again. */
export function seedOf(commit: string): number {
  return Number.parseInt(commit.slice(0, 7), 16)
}

export const seedOfCheckout = async (signal: AbortSignal): Promise<number> =>
  seedOf(await outputOf('git', ['rev-parse', 'HEAD'], { cwd: checkout, signal }))

/** `--part`: of what takes minutes, a part that the commit chooses; the arguments after it. */
export async function takePart(args: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const [flag, ...others] = args
  if (flag !== '--part') return args
  const part = await seedOfCheckout(signal)
  process.env[partVariable] = String(part)
  note(`a part of what takes minutes; the same one: ${partVariable}=${part} npm run test:cluster`)
  return others
}
