import { describe, expect, test } from '@jest/globals'
import { review } from '../../../../../src/lib/fleet/change/review.ts'
import { releases } from '../../../../../src/lib/kubelet/model/releases.ts'
import { profileNames, profiles, type Setting } from '../../../../../src/lib/kubelet/reference/starter/profiles.ts'
import { starterDocument } from '../../../../../src/lib/kubelet/reference/starter/starter-document.ts'
import { formatFiles } from '../../../../../src/lib/offline/fmt/fmt.ts'
import { readText } from '../../../../../src/lib/yaml/read/read.ts'
import { expectGolden } from '../../../../support/golden.ts'

const limits = { signal: new AbortController().signal }

describe.each(profileNames)('for %s', (name) => {
  test.each(releases)(
    'kubelet %s accepts it without a warning, and so with what depends on the cluster',
    async (release) => {
      const document = starterDocument(release, name)
      const all = document.replaceAll(/^# (?=[a-zA-Z]+: \S)(?!Default:)/gm, '')
      expect(all).toContain('\nclusterDNS: [10.96.0.10]\n')
      for (const text of [document, all]) {
        const { findings } = review(await readText(text), [release])
        expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
      }
    },
  )

  test('it equals the golden file', () => {
    expectGolden(starterDocument('1.36', name), `init/${name}.yaml`)
  })

  test('no setting repeats its default', () => {
    const document = starterDocument('1.36', name)
    const settings: readonly Setting[] = profiles[name].settings
    for (const { field, value } of settings) {
      expect(document).toContain(typeof value === 'string' ? `\n${field}: ${value}\n` : `\n${field}:\n`)
      expect(document).not.toContain(`# Default: ${String(value)}\n${field}: `)
    }
  })

  test('fmt does not change it', async () => {
    const document = starterDocument('1.36', name)
    const inputs = { name, files: [{ file: name, read: async () => Buffer.from(document) }], named: true }
    const formatting = await formatFiles([{ ...inputs, nothing: { reason: 'NoFileMatches' } }], limits)
    expect(formatting).toMatchObject({ problems: [], files: [{ after: document }] })
  })

  test('lines are not too long to read', () => {
    const long = starterDocument('1.36', name)
      .split('\n')
      .filter((line) => line.length > 100)
    expect(long.every((line) => /^# Default: \S+$/.test(line))).toBe(true)
  })
})
