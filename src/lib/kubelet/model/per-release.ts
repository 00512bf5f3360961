import type { Release } from './releases.ts'

/** Computes a value per release on first use, and keeps it. */
export function perRelease<T>(make: (release: Release) => T): (release: Release) => T {
  const made = new Map<Release, T>()
  return (release) => {
    const before = made.get(release)
    if (before !== undefined) return before
    const value = make(release)
    made.set(release, value)
    return value
  }
}
