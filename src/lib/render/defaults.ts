import type { DefaultedDocument } from '../flows/default-document.ts'

export const defaultsData = ({ release, configuration, filledIn }: DefaultedDocument): Record<string, unknown> => ({
  kubernetesVersion: release,
  configuration,
  defaulted: filledIn.map(({ path }) => path),
})
