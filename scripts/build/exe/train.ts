/**
 * Runs a command line, and keeps what V8 has compiled for it beside each chunk: train.ts FOLDER PROGRAM WORD…. What is there
 * already is kept, so several runs add up.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Script } from 'node:vm'
import type { Bin } from '../../../src/lib/cli/shell/bins.ts'
import type { main } from '../../../src/programs/main.ts'
import { chunkLoader, compile } from './load-chunks.ts'
import { forgetSeed, underUsualFlags } from './v8-flags.ts'

forgetSeed()
const [folder = '', program = ''] = process.argv.splice(2, 2)
const compiledOf = (name: string): string => join(folder, `${name}.compiled`)

function scriptOf(name: string): Script {
  const source = readFileSync(join(folder, name), 'utf8')
  const compiled = existsSync(compiledOf(name)) ? readFileSync(compiledOf(name)) : undefined
  const script = compile(name, { source, compiled })
  if (script.cachedDataRejected) throw new Error(`V8 rejects what it has compiled of ${name}`)
  return script
}

// All at once, before anything runs: under the usual flags, running code would leave traces.
const names = readdirSync(folder).filter((name) => name.endsWith('.cjs'))
const scripts = underUsualFlags(() => new Map(names.map((name) => [name, scriptOf(name)])))
const loaded = new Set<string>()
const load = chunkLoader((name) => {
  loaded.add(name)
  return scripts.get(name)!
})
process.on('exit', () => {
  const stored = underUsualFlags(() =>
    [...loaded].map((name) => [name, scripts.get(name)!.createCachedData()] as const),
  )
  for (const [name, compiled] of stored) writeFileSync(compiledOf(name), compiled)
})
const bundle = load('main.cjs') as { main: typeof main }
void bundle.main(program as Bin, { path: program, programs: {} })
