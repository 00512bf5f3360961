import { isImageName, isNormalImageName } from './image-name.ts'

/** White space as Go's unicode.IsSpace has it. */
const blankAtAnEnd = /^\p{White_Space}|\p{White_Space}$/u

/**
 * What is wrong with a pattern for images, as the end of a sentence about it; undefined when nothing is
 * (pkg/kubelet/images/pullmanager, ValidateAllowlistImagesPatterns). It is the name of an image, or what names begin
 * with and `/*`; nobody looks closer at that beginning. `normal`: names are to be in Docker's normal form, as up to 1.35.
 */
export function flawOfImagePattern(text: string, { normal }: { normal: boolean }): string | undefined {
  if (blankAtAnEnd.test(text)) return 'must not have spaces around it'
  if (text === '') return 'must not be empty'
  const isPrefix = text.endsWith('/*')
  const fixed = isPrefix ? text.slice(0, -1) : text
  if (fixed.includes('*')) return 'must not have * anywhere but in a final /*'
  if (isPrefix) return fixed === '/' ? 'must have a registry before the /*' : undefined
  if (!isImageName(text)) return 'must be the name of an image, without tag and digest'
  if (normal && !isNormalImageName(text)) return 'must be in full, with its registry, such as docker.io/library/busybox'
  return undefined
}
