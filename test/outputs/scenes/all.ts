import type { Scene } from '../stage.ts'
import { agentScenes } from './agents.ts'
import { documentScenes } from './documents.ts'
import { offlineScenes } from './offline.ts'
import { sizeScenes } from './sizes.ts'

export const scenes: readonly Scene[] = [...offlineScenes, ...documentScenes, ...agentScenes, ...sizeScenes]
