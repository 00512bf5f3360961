import { factsData } from '../../output/facts-data.ts'
import type { DefaultedDocument } from './default-document.ts'

export const defaultsData = (defaulted: DefaultedDocument): Record<string, unknown> => ({
  kubernetesVersion: defaulted.release,
  configuration: defaulted.configuration,
  defaulted: defaulted.filledIn.map(({ path }) => path),
  warnings: factsData(defaulted.warnings),
})
