import { join } from 'node:path'
import { outputOf } from '../host/output-of.ts'
import { step } from '../host/progress.ts'

/** What a process that preloads it has otherwise: its wall clock, or the answers of its disk. */
export type Preload = 'clock' | 'disk-errors'

export const libraryOf = (name: Preload): string => `${name}.so`

/** Builds the library of this name from its source beside this file. */
export async function buildPreload(name: Preload, directory: string, signal: AbortSignal): Promise<void> {
  const flags = ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror']
  const [out, source] = [join(directory, libraryOf(name)), join(import.meta.dirname, `${name}.c`)]
  await step(`build ${libraryOf(name)}`, () => outputOf('gcc', [...flags, '-o', out, source, '-ldl'], { signal }))
}
