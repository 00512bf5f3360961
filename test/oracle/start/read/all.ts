import { readByKubelet } from './by-kubelet.ts'
import { readByManagers } from './by-managers.ts'
import { readByProgram } from './by-program.ts'
import type { ReadTogether } from './setting.ts'

/** What a kubelet on Linux reads while it starts. */
export const readAtStart: readonly ReadTogether[] = [...readByProgram, ...readByManagers, ...readByKubelet]
