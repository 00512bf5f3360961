/** Compiles chunks without running them: compile.ts FILE…, in their folder. Writes FILE.compiled. */
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from './load-chunks.ts'
import { forgetSeed, underUsualFlags } from './v8-flags.ts'

forgetSeed()
for (const file of process.argv.slice(2)) {
  const chunk = { source: readFileSync(file, 'utf8'), compiled: undefined }
  writeFileSync(
    `${file}.compiled`,
    underUsualFlags(() => compile(file, chunk).createCachedData()),
  )
}
