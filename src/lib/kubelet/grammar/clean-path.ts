/** The shortest spelling of an absolute path, without `.`, `..` and extra slashes (Go's filepath.Clean on Unix). */
export function cleanPath(absolute: string): string {
  const names: string[] = []
  for (const name of absolute.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return `/${names.join('/')}`
}
