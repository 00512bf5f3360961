import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { logDirectory } from './directories.ts'
import { note } from './progress.ts'

const lineCount = 30

/** The end of each log, on stderr. */
export function showLogs(): void {
  for (const name of readdirSync(logDirectory)) {
    const lines = readFileSync(join(logDirectory, name), 'utf8').trimEnd().split('\n')
    note(`--- ${name}`)
    note(lines.slice(-lineCount).join('\n'))
  }
}
