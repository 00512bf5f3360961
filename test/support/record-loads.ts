import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded = new Set<string>()

/** Names that Node.js keeps of its own modules, such as `NativeModule tls`. */
const { moduleLoadList } = process as typeof process & { readonly moduleLoadList: readonly string[] }

/**
 * Preloaded with --import: writes the URL of every module that a process loads, and the names of those of Node.js, into the
 * file that LOADS names.
 */
registerHooks({
  load(url, context, nextLoad) {
    loaded.add(url)
    return nextLoad(url, context)
  },
})
process.on('exit', () => writeFileSync(process.env['LOADS'] ?? '', [...loaded, ...moduleLoadList].join('\n')))
