import type { Vocabulary } from './phrase.ts'

export const kubeletWords: Vocabulary<never> = {}
