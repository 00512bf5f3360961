import type { Vocabulary } from './phrase.ts'

export const sizeWords: Vocabulary<never> = {}
