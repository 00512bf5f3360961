import type { Vocabulary } from './phrase.ts'

export const kubeWords: Vocabulary<never> = {}
