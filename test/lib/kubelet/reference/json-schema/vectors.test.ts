import { expect, test } from '@jest/globals'
import { check } from '../../../../../src/lib/kubelet/check/check.ts'
import type { Reading } from '../../../../../src/lib/kubelet/model/reading.ts'
import { type Release, releases } from '../../../../../src/lib/kubelet/model/releases.ts'
import { beyondSchema } from '../../../../../src/lib/kubelet/reference/json-schema/beyond.ts'
import { accepts } from './judge.ts'
import { judgedVectors } from './vectors.ts'

const brokenRules = (reading: Reading, release: Release): readonly string[] =>
  check(reading, release)
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ rule }) => rule)

test('nearly all vectors can be checked by a schema', () => {
  expect(judgedVectors.length).toBeGreaterThan(500)
})

test.each(judgedVectors)('$name is judged as by the kubelet, or for a reason', ({ reading, verdicts }) => {
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
