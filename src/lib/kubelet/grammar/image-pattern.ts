import { isImageName, isNormalImageName } from './image-name.ts'

/** White space as in Go's unicode.IsSpace. */
const hasSpaceAround = (text: string): boolean => /^\p{White_Space}|\p{White_Space}$/u.test(text)

/**
 * The fault of a pattern for images, as the end of a sentence; undefined when it is valid
 * (pkg/kubelet/images/pullmanager, ValidateAllowlistImagesPatterns). A pattern is the name of an image, or a prefix and
 * `/*`; the kubelet does not validate the prefix. `normal`: names must be in Docker's normal form, as up to 1.35.
 */
export function flawOfImagePattern(text: string, { normal }: { normal: boolean }): string | undefined {
  if (hasSpaceAround(text)) return 'must not have spaces around it'
  if (text === '') return 'must not be empty'
  const isPrefix = text.endsWith('/*')
  const fixed = isPrefix ? text.slice(0, -1) : text
  if (fixed.includes('*')) return 'must not have * anywhere but in a final /*'
  if (isPrefix) return fixed === '/' ? 'must have a registry before the /*' : undefined
  if (!isImageName(text)) return 'must be the name of an image, without tag and digest'
  if (normal && !isNormalImageName(text)) return 'must be in full, with its registry, such as docker.io/library/busybox'
  return undefined
}
