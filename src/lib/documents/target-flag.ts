import type { Target } from './target.ts'

/** As it is typed. */
export const targetFlag = (target: Target): string => (target.kind === 'global' ? '--global' : `--node ${target.node}`)
