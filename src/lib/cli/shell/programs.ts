import { extname } from 'node:path'
import type { Bin } from './bins.ts'

interface Program {
  /** URL of the module whose `run` it is. */
  readonly module: string
  readonly argument: Bin
}

/** run.ts when Node runs the sources themselves, run.js when built. */
const module = new URL(`run${extname(import.meta.filename)}`, import.meta.url).href

/** The names of `bin` in package.json, and what each of them runs. */
export const programs: Readonly<Record<string, Program>> = {
  kubeletcfg: { module, argument: 'kubeletcfg' },
  nodesize: { module, argument: 'nodesize' },
  'kubectl-kubeletcfg': { module, argument: 'kubeletcfg' },
  'kubectl-nodesize': { module, argument: 'nodesize' },
}
