/**
 * Compiles chunks without running them: compile.ts FILE…, in their folder. Writes FILE.compiled; what is there already is
 * kept, but numbered as in this process: V8 counts functions, and how many there were before depends on time.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { compile } from './load-chunks.ts'
import { forgetSeed, underUsualFlags } from './v8-flags.ts'

forgetSeed()
for (const file of process.argv.slice(2)) {
  const path = `${file}.compiled`
  const chunk = { source: readFileSync(file, 'utf8'), compiled: existsSync(path) ? readFileSync(path) : undefined }
  writeFileSync(
    path,
    underUsualFlags(() => compile(file, chunk).createCachedData()),
  )
}
