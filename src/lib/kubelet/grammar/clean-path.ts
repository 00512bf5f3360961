/** The shortest spelling of an absolute path: no `.`, no `..`, no slash too many (Go's path/filepath, Clean, on Unix). */
export function cleanPath(absolute: string): string {
  const names: string[] = []
  for (const name of absolute.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return `/${names.join('/')}`
}
