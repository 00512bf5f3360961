import { custom } from '@oclif/core/flags'
import { parseRelease, type Release } from '../config/releases.ts'

export const requiredRelease = (summary: string) =>
  custom<Release>({ summary, helpValue: '1.NN', required: true, parse: async (text) => parseRelease(text) })()

export const optionalRelease = (summary: string) =>
  custom<Release>({ summary, helpValue: '1.NN', parse: async (text) => parseRelease(text) })()
