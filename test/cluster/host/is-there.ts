import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'

/** Is there such a path, or a program of that name in PATH? */
export function isThere(what: string): boolean {
  if (what.startsWith('/')) return existsSync(what)
  return (process.env['PATH'] ?? '').split(':').some((directory) => isExecutable(join(directory, what)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
