import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Each name on PATH, and the command line it stands for. */
const wrapped = {
  kubeletcfg: 'kubeletcfg',
  nodesize: 'nodesize',
  'kubectl-kubeletcfg': 'kubeletcfg',
  'kubectl-nodesize': 'nodesize',
}

/** run.ts when Node runs the sources themselves, run.js when built. */
const run = pathToFileURL(
  join(import.meta.dirname, '..', '..', 'lib', 'cli', 'shell', `run${extname(import.meta.filename)}`),
).href

/**
 * Puts programs of these names into the folder, run by this very Node from this very package; their directory. In one go:
 * nothing is still being written when the process exits and the folder is removed.
 */
export function writeWrappers(folder: string): string {
  const [programs, entries] = [join(folder, 'bin'), join(folder, 'entries')]
  for (const directory of [programs, entries]) mkdirSync(directory)
  writeFileSync(join(entries, 'package.json'), '{"type": "module"}\n')
  for (const [name, bin] of Object.entries(wrapped)) {
    const [program, entry] = [join(programs, name), join(entries, `${name}.js`)]
    writeFileSync(entry, entryText(bin))
    writeFileSync(program, `#!/bin/sh\nexec ${quote(process.execPath)} ${quote(entry)} "$@"\n`)
    chmodSync(program, 0o755)
  }
  return programs
}

/** The compile cache of bin/start.js, without its check: this Node has passed it. */
const entryText = (bin: string): string => `process.getBuiltinModule('node:module').enableCompileCache()
const { run } = await import(${JSON.stringify(run)})
await run('${bin}')
`

/** As one word of sh. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
