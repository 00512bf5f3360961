import type { Vocabulary } from './phrase.ts'

export const quantityWords: Vocabulary<never> = {}
