import type { DefaultedDocument } from '../flows/files/default-document.ts'
import { factsData } from './facts-data.ts'

export const defaultsData = (defaulted: DefaultedDocument): Record<string, unknown> => ({
  kubernetesVersion: defaulted.release,
  configuration: defaulted.configuration,
  defaulted: defaulted.filledIn.map(({ path }) => path),
  warnings: factsData(defaulted.warnings),
})
