import { earlyLocks } from '../data/early-locks.ts'
import { type Release, releases } from '../model/releases.ts'
import { gateOf } from './gate.ts'

/**
 * The first of the releases, one after the other, that lock a gate as this one does; it may be older than all known
 * releases. '1.20 or earlier' where the data begin.
 */
export function lockedSince(release: Release, name: string): string {
  const { on } = gateOf(release, name)!
  const known = releases.slice(0, releases.indexOf(release) + 1)
  const before = known.findLastIndex((one) => {
    const gate = gateOf(one, name)
    return !gate?.locked || gate.on !== on
  })
  return (before < 0 ? early(name) : undefined) ?? known[before + 1]!
}

function early(name: string): string | undefined {
  const since = Object.keys(earlyLocks).find((one) => earlyLocks[one]!.split(' ').includes(name))
  return since === '1.20' ? '1.20 or earlier' : since
}
