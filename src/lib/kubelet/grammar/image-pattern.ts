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

const component = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/
const label = /^[A-Za-z0-9](?:[-A-Za-z0-9]*[A-Za-z0-9])?$/
const ipv6 = /^\[[A-Fa-f0-9:]+\]$/
const port = /:[0-9]+$/

/** The repository, without the registry. */
const longest = 255

/**
 * Whether a text is the name of an image without tag or digest, such as `registry.example:5000/team/app` or `app`
 * (github.com/distribution/reference, Parse).
 */
function isImageName(text: string): boolean {
  const [first = '', ...rest] = text.split('/')
  const repository = rest.length > 0 && isRegistry(first) ? rest : [first, ...rest]
  return repository.join('/').length <= longest && repository.every((name) => component.test(name))
}

function isRegistry(text: string): boolean {
  const host = text.replace(port, '')
  return ipv6.test(host) || host.split('.').every((part) => label.test(part))
}

/**
 * Whether the name of an image begins with its registry, in Docker's normal form (the same package,
 * ParseNormalizedNamed). Docker Hub is docker.io, with images below a user or `library`.
 */
function isNormalImageName(text: string): boolean {
  const [first = '', ...rest] = text.split('/')
  if (rest.length === 0 || first === 'index.docker.io') return false
  if (first === 'docker.io') return rest.length > 1 && isImageName(text)
  return (first === 'localhost' || /[.:A-Z]/.test(first)) && isImageName(text)
}
