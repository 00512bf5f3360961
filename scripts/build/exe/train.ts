/**
 * Runs a command line, and keeps what V8 has compiled for it beside each chunk: train.ts FOLDER PROGRAM WORD…. What is there
 * already is kept, so several runs add up.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Script } from 'node:vm'
import type { Bin } from '../../../src/lib/cli/shell/bins.ts'
import type { main } from '../../../src/programs/main.ts'
import { chunkLoader, compile } from './load-chunks.ts'
import { forgetSeed, underUsualFlags } from './v8-flags.ts'

forgetSeed()
const [folder = '', program = ''] = process.argv.splice(2, 2)
const compiledOf = (name: string): string => join(folder, `${name}.compiled`)
const scripts = new Map<string, Script>()

const load = chunkLoader((name) => {
  const source = readFileSync(join(folder, name), 'utf8')
  const compiled = existsSync(compiledOf(name)) ? readFileSync(compiledOf(name)) : undefined
  const script = underUsualFlags(() => compile(name, { source, compiled }))
  if (script.cachedDataRejected) throw new Error(`V8 rejects what it has compiled of ${name}`)
  scripts.set(name, script)
  return script
})
process.on('exit', () => {
  for (const [name, script] of scripts)
    writeFileSync(
      compiledOf(name),
      underUsualFlags(() => script.createCachedData()),
    )
})
const loaded = load('main.cjs') as { main: typeof main }
void loaded.main(program as Bin, { path: program, programs: {} })
