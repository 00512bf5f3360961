import { describe, expect, test } from '@jest/globals'
import { check } from '../../../../src/lib/kubelet/check/check.ts'
import { earlyLocks } from '../../../../src/lib/kubelet/data/early-locks.ts'
import { gateOf } from '../../../../src/lib/kubelet/gates/gate.ts'
import { lockedSince } from '../../../../src/lib/kubelet/gates/locked-since.ts'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'
import { header } from '../check/documents.ts'

/** From pkg/features/kube_features.go of the release named, and of the one before. */
const known: readonly (readonly [name: string, release: Release, since: string])[] = [
  ['WatchBookmark', '1.28', '1.20 or earlier'],
  ['CPUManager', '1.31', '1.26'],
  ['TopologyManager', '1.28', '1.27'],
  ['APISelfSubjectReview', '1.28', '1.28'],
  ['APIPriorityAndFairness', '1.30', '1.29'],
  ['NodeSwap', '1.37', '1.34'],
]

describe('a gate that is locked', () => {
  test.each(known)('%s in %s: since %s', (name, release, since) => {
    expect(lockedSince(release, name)).toBe(since)
  })
  test('is one finding for all releases that lock it', async () => {
    const reading = await readDocument(new TextEncoder().encode(`${header}featureGates: {NodeSwap: false}\n`))
    for (const release of ['1.34', '1.37'] as const)
      expect(check(reading, release).findings).toMatchObject([
        { rule: 'V01', message: 'the feature gate is locked to true since 1.34 (ga)', remedy: 'remove it' },
      ])
  })
})

test('the locks of older releases are those that 1.28 still has', () => {
  for (const name of Object.values(earlyLocks).flatMap((row) => row.split(' ')))
    expect(gateOf('1.28', name)).toMatchObject({ locked: true })
})
