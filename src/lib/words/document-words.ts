import type { Vocabulary } from './phrase.ts'

export const documentWords: Vocabulary<never> = {}
