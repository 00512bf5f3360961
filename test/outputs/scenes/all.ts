import type { Scene } from '../stage.ts'
import { documentScenes } from './documents.ts'
import { sizeScenes } from './sizes.ts'
import { validateScenes } from './validate.ts'

export const scenes: readonly Scene[] = [...validateScenes, ...documentScenes, ...sizeScenes]
