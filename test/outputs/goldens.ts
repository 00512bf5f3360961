import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Exchange, exchangesOf } from './transcript.ts'

const folder = join(import.meta.dirname, '..', 'golden', 'outputs')

/** Every command of every scene, as the golden files have it. */
export const goldenExchanges: readonly Exchange[] = globSync('*.txt', { cwd: folder })
  .toSorted()
  .flatMap((file) => exchangesOf(readFileSync(join(folder, file), 'utf8')))

/** What the scenes printed as JSON. */
export const goldenJson: ReadonlyArray<{ readonly command: string; readonly output: unknown }> = goldenExchanges
  .filter(({ command, stdout }) => command.endsWith(' -o json') && stdout !== '')
  .map(({ command, stdout }) => ({ command, output: JSON.parse(stdout) }))
