import { extname } from 'node:path'
import type { Bin } from './bins.ts'

interface Program {
  /** URL of the module that exports `run`. */
  readonly module: string
  readonly argument: Bin
}

/** run.ts when Node.js runs the sources, run.js when built. */
const module = new URL(`run${extname(import.meta.filename)}`, import.meta.url).href

/** What each name under `bin` in package.json runs. */
export const programs: Readonly<Record<string, Program>> = {
  kubeletcfg: { module, argument: 'kubeletcfg' },
  nodesize: { module, argument: 'nodesize' },
  'kubectl-kubeletcfg': { module, argument: 'kubeletcfg' },
  'kubectl-nodesize': { module, argument: 'nodesize' },
}
