import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Exchange, exchangesOf } from './transcript.ts'

const folder = join(import.meta.dirname, '..', 'golden')

/** The text of a golden file. */
export const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8')

const files = (...patterns: readonly string[]): string[] => globSync(patterns, { cwd: folder }).toSorted()

/** Every command of every scene, as the golden files have it. */
export const goldenExchanges: readonly Exchange[] = files('outputs/*.txt').flatMap((file) => exchangesOf(textOf(file)))

interface GoldenJson {
  /** The command, or the golden file of it. */
  readonly from: string
  readonly output: unknown
}

const ofScenes: readonly GoldenJson[] = goldenExchanges
  .filter(({ command, stdout }) => / -o json(?: -- .*)?$/.test(command) && stdout !== '')
  .map(({ command, stdout }) => ({ from: command, output: JSON.parse(stdout) }))

/** Commands that need no cluster have tests and golden files of their own. */
const ofOthers: readonly GoldenJson[] = files(
  '{agent,validate,check-change,upgrade-check,defaults,gates,explain,doctor,effective,migrate,share}/*.{txt,json}',
)
  .map((file) => ({ from: file, text: textOf(file) }))
  .filter(({ text }) => /^[[{]\n/.test(text))
  .map(({ from, text }) => ({ from, output: JSON.parse(text) }))

/** All that was printed as JSON. */
export const goldenJson: readonly GoldenJson[] = [...ofScenes, ...ofOthers]
