import { expect, test } from '@jest/globals'
import { fields } from '../../../../src/lib/kubelet/data/fields.ts'
import { flagRemedy, otherNames } from '../../../../src/lib/kubelet/decode/other-names.ts'
import { flags } from '../../../../src/lib/kubelet/flags/data/flags.ts'
import { gone } from '../../../../src/lib/kubelet/flags/parse-flags.ts'
import { after, newest, type Release } from '../../../../src/lib/kubelet/model/releases.ts'

const nameOf = (flag: string): string => flag.replaceAll('-', '')

test('each flag whose field has another name is known by it', () => {
  const renamed = flags.filter(({ name, field = name }) => nameOf(name) !== field.split('.').at(-1)!.toLowerCase())
  const withField = renamed.filter(({ field }) => field !== undefined)
  expect(withField.map(({ name }) => [name, otherNames.get(nameOf(name))])).toEqual(
    withField.map(({ name, field }) => [name, field]),
  )
})

test('each name leads to a field', () => {
  const paths = fields.map(({ path }) => path)
  expect([...otherNames.values()].filter((path) => !paths.includes(path))).toEqual([])
})

/** Those of cadvisor, and those that nobody writes into a file. */
const unlikely =
  /^(?:help|version|config|containerd(?:-namespace)?|experimental-.*|storage-driver-.*|event-storage-.*|.*-hints|.*-id-file|application-metrics-.*|enable-load-reader|log-cadvisor-usage|global-.*|azure-.*)$/

test('a flag without a field says whether it is still a flag', () => {
  const current = flags.filter(({ name, field }) => field === undefined && !unlikely.test(name))
  expect(current.map(({ name }) => [name, flagRemedy(nameOf(name))])).toEqual(
    current.map(({ name, until = newest }) => [name, expect.stringContaining(said(name, until, until !== newest))]),
  )
  expect([...gone].map(([name]) => flagRemedy(nameOf(name)))).toEqual(
    [...gone].map(([name, until]) => expect.stringContaining(said(name, until as Release, true))),
  )
})

const said = (name: string, until: Release, isRemoved: boolean): string =>
  isRemoved ? `--${name}, removed in ${after(until)}` : `it stays a flag, --${name}`
