import type { Vocabulary } from './phrase.ts'

export const fileWords: Vocabulary<never> = {}
