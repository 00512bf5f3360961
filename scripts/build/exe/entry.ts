/** What the executable runs first. Its assets are the chunks of the bundle, and the code that V8 has compiled of each. */
import { getRawAsset } from 'node:sea'
import type { main } from '../../../src/programs/main.ts'
import { chunkLoader, compile } from './load-chunks.ts'
import { calledBy, names } from './program-names.ts'

const asset = (name: string): Buffer => Buffer.from(getRawAsset(name))
const load = chunkLoader((name) =>
  compile(name, { source: asset(name).toString('utf8'), compiled: asset(`${name}.compiled`) }),
)

const { program, name, words } = calledBy(process.argv0)
process.argv.splice(2, 0, ...words)
try {
  const loaded = load('main.cjs') as { main: typeof main }
  const programs = Object.fromEntries(names.map((each) => [each, [process.execPath]]))
  void loaded.main(program, { path: name, programs })
} catch (error) {
  // Node would exit with 1, which means "differences found" for diff.
  process.stderr.write(`error: ${program} cannot be loaded: ${(error as Error).message}\nhint: install it again\n`)
  process.exitCode = 70
}
