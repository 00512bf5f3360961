import { join } from 'node:path'
import { partDirectory } from '../build/parts.ts'

/** The environment of a process whose wall clock is shifted by the seconds in the file. */
export function clockFrom(file: string): Readonly<Record<string, string>> {
  return { LD_PRELOAD: join(partDirectory('clock'), 'clock.so'), CLOCK_OFFSET_FILE: file }
}
