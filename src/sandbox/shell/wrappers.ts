import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shellWord } from '../../lib/quoting.ts'
import type { Programs } from '../interface/programs.ts'

/**
 * Writes wrappers that run these programs, and returns their directory. A program that is one file gets a link: the file may
 * be several programs, by its name. Synchronous, so that no write is under way when the process exits and the folder is
 * deleted.
 */
export function writeWrappers(folder: string, programs: Programs): string {
  const directory = join(folder, 'bin')
  mkdirSync(directory)
  for (const [name, words] of Object.entries(programs)) {
    const wrapper = join(directory, name)
    const [file = '', ...rest] = words
    if (rest.length === 0) {
      symlinkSync(file, wrapper)
      continue
    }
    writeFileSync(wrapper, `#!/bin/sh\nexec ${words.map(shellWord).join(' ')} "$@"\n`)
    chmodSync(wrapper, 0o755)
  }
  return directory
}
