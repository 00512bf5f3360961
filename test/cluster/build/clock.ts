import { join } from 'node:path'
import { outputOf } from '../host/output-of.ts'
import { step } from '../host/progress.ts'

const source = join(import.meta.dirname, 'clock.c')

/** Writes `clock.so`, which shifts the wall clock of a process that preloads it. */
export async function buildClock(directory: string, signal: AbortSignal): Promise<void> {
  const flags = ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror']
  const out = join(directory, 'clock.so')
  await step('build clock.so', () => outputOf('gcc', [...flags, '-o', out, source], { signal }))
}
