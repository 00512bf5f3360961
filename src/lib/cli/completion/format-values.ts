import { listFormats, objectFormats, templateNames } from '../flags/format-names.ts'

/** The formats of a command, by its default one; those with a template end with `=`. */
export function formatsLike(usual: unknown): readonly string[] {
  const plain: readonly string[] = usual === listFormats[0] ? listFormats : objectFormats
  return [...plain, ...templateNames.map((name) => `${name}=`)]
}
