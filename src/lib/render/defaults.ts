import type { DefaultedDocument } from '../flows/files/default-document.ts'
import { plainLine } from '../tone.ts'
import { findingLine } from '../words/finding-words.ts'

export const defaultsData = ({ release, configuration, filledIn }: DefaultedDocument): Record<string, unknown> => ({
  kubernetesVersion: release,
  configuration,
  defaulted: filledIn.map(({ path }) => path),
})

/** Why no kubelet runs with it: the first reason; undefined when one does. */
export function refusalOf(file: string, { release, refused }: DefaultedDocument): string | undefined {
  const [first, ...others] = refused?.findings ?? []
  if (first === undefined) return undefined
  const more = others.length === 0 ? '' : `; and ${others.length} more, see kubeletcfg validate`
  return `kubelet ${release} does not start with it: ${plainLine(findingLine(file, first, [release]))}${more}`
}
