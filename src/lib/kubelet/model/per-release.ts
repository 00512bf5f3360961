import type { Release } from './releases.ts'

/** Makes something of a release when it is first asked for, and keeps it. */
export function perRelease<T>(make: (release: Release) => T): (release: Release) => T {
  const made = new Map<Release, T>()
  return (release) => {
    const value = made.get(release) ?? make(release)
    made.set(release, value)
    return value
  }
}
