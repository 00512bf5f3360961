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
export function isImageName(text: string): boolean {
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
export function isNormalImageName(text: string): boolean {
  const [first = '', ...rest] = text.split('/')
  if (rest.length === 0 || first === 'index.docker.io') return false
  if (first === 'docker.io') return rest.length > 1 && isImageName(text)
  return (first === 'localhost' || /[.:A-Z]/.test(first)) && isImageName(text)
}
