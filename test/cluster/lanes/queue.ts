import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** True for the first process that asks for this file, of all that share the folder: to make a folder is atomic. */
export function take(queue: string, file: string): boolean {
  try {
    mkdirSync(join(queue, createHash('sha256').update(file).digest('hex')))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
