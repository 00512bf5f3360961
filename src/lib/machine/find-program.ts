import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Why a program cannot be run, as an errno; undefined: it can. Looks where a shell would. */
export function whyNotRunnable(program: string, path = process.env['PATH'] ?? ''): 'ENOENT' | 'EACCES' | undefined {
  const places = program.includes('/') ? [program] : path.split(delimiter).map((folder) => join(folder || '.', program))
  const reasons = places.map(whyNot)
  if (reasons.includes(undefined)) return undefined
  return reasons.includes('EACCES') ? 'EACCES' : 'ENOENT'
}

function whyNot(file: string): 'ENOENT' | 'EACCES' | undefined {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return 'ENOENT'
  if (!statSync(file).isFile()) return 'EACCES'
  try {
    accessSync(file, constants.X_OK)
    return undefined
  } catch {
    return 'EACCES'
  }
}
