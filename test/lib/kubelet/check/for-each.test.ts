import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from '@jest/globals'
import { check, checkForEach } from '../../../../src/lib/kubelet/check/check.ts'
import { namesIn, rulesWokenBy } from '../../../../src/lib/kubelet/check/judge.ts'
import { rulesOf } from '../../../../src/lib/kubelet/check/staged.ts'
import { Effective } from '../../../../src/lib/kubelet/defaults/effective.ts'
import { releases } from '../../../../src/lib/kubelet/model/releases.ts'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'
import { generate } from '../../../oracle/generate/document.ts'
import { header } from './documents.ts'

/** What is done once for all releases, and not done at all, must not be missed. */

const vectors: Readonly<Record<string, { input: string }>> = JSON.parse(
  readFileSync(new URL('../../../data/vectors.json', import.meta.url), 'utf8'),
)
/** A gate that is misspelt counts as the one that is meant. */
const misspelt = 'featureGates: {GracefulNodeShutdow: false}\nshutdownGracePeriod: 1s\n'
const texts = [...Object.values(vectors).map(({ input }) => input), header + misspelt]
const documents = [
  ...texts.map((text) => new TextEncoder().encode(text)),
  ...Array.from({ length: 300 }, (_, seed) => generate(seed)),
]
const readings = await Promise.all(documents.map((bytes) => readDocument(bytes)))

test('findings for several releases are the findings for each', () => {
  for (const reading of readings) {
    const [together, apart] = [checkForEach(reading, releases), releases.map((release) => check(reading, release))]
    if (!isDeepStrictEqual(together, apart)) expect(together).toEqual(apart)
  }
})

test.each(['1.28', '1.33', '1.37'] as const)('no rule of %s is passed over that has something to say', (release) => {
  const documents = readings.map((reading) => check(reading, release).document).filter((one) => one !== undefined)
  const missed = documents.flatMap((document) => {
    const awake = new Set(rulesWokenBy(namesIn(document), release))
    return rulesOf(release)
      .filter((staged) => !awake.has(staged))
      .filter(({ check }) => Array.from(check(new Effective(document, release))).length > 0)
      .map(({ rule }) => rule.id)
  })
  expect(missed).toEqual([])
})

const awakeFor = (...names: string[]): readonly string[] => rulesWokenBy(names, '1.37').map(({ rule }) => rule.id)

test('most rules are skipped', () => {
  expect(awakeFor('maxPods', 'featureGates', 'featureGates.NodeSwap')).toEqual([
    'V01',
    'V25',
    'V46',
    'V47',
    'S23',
    'H07',
    'H28',
  ])
})

test.each(['NodeSwap', 'AllAlpha', 'AllBeta'])('what asks for NodeSwap is not passed over when %s is set', (gate) => {
  expect(awakeFor(`featureGates.${gate}`)).toEqual(expect.arrayContaining(['V46', 'V47']))
})
