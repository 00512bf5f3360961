import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded = new Set<string>()

/** Preloaded with --import: writes the URL of every module that a process loads into the file that LOADS names. */
registerHooks({
  load(url, context, nextLoad) {
    loaded.add(url)
    return nextLoad(url, context)
  },
})
process.on('exit', () => writeFileSync(process.env['LOADS'] ?? '', [...loaded].join('\n')))
