import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { check } from '../../../../src/lib/config/check.ts'
import { beyondSchema } from '../../../../src/lib/config/json-schema/beyond.ts'
import { type Release, releases } from '../../../../src/lib/config/releases.ts'
import type { Reading } from '../../../../src/lib/config/tree.ts'
import { readDocument } from '../../../../src/lib/reading/read.ts'
import { accepts } from './judge.ts'

interface Verdict {
  readonly from: Release
  readonly to: Release
  readonly valid: boolean
  readonly strict?: readonly string[]
}

const vectors: Readonly<Record<string, { input: string; verdicts: readonly Verdict[] }>> = JSON.parse(
  readFileSync(new URL('../../../data/vectors.json', import.meta.url), 'utf8'),
)

/** 1e400 is no double, so no validator that has them sees what the kubelet sees. */
const beyondDoubles = ['jqty/1e400']

const brokenRules = (reading: Reading, release: Release): readonly string[] =>
  check(reading, release)
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ rule }) => rule)

const readable = await Promise.all(
  Object.entries(vectors)
    .filter(([name]) => !beyondDoubles.includes(name))
    .map(async ([name, { input, verdicts }]) => ({
      ...{ name, verdicts },
      reading: await readDocument(new TextEncoder().encode(input)),
    })),
)
const judged = readable.filter(({ reading }) => reading.outcome === 'tree')

test('nearly all vectors get as far as a schema', () => {
  expect(judged.length).toBeGreaterThan(500)
})

test.each(judged)('$name is judged as by the kubelet, or for a reason', ({ reading, verdicts }) => {
  if (reading.outcome !== 'tree') throw new Error('unreadable')
  for (const { from, to, valid, strict = [] } of verdicts) {
    for (const release of releases.slice(releases.indexOf(from), releases.indexOf(to) + 1)) {
      const accepted = accepts(reading.tree, release)
      const expected = valid && strict.length === 0
      if (accepted === expected) continue
      const broken = brokenRules(reading, release)
      // What ends the kubelet after validation is not in the verdicts.
      if (expected)
        expect({ release, startup: broken.some((rule) => /^S/.test(rule)) }).toEqual({ release, startup: true })
      else expect({ release, loose: broken.filter((rule) => !(rule in beyondSchema)) }).toEqual({ release, loose: [] })
    }
  }
})
