import { expect, test } from '@jest/globals'
import { parseBool } from '../../../../src/lib/kubelet/grammar/bool.ts'

/** As Go's strconv.ParseBool. */
test.each<[value: boolean | undefined, texts: readonly string[]]>([
  [true, ['1', 't', 'T', 'TRUE', 'true', 'True']],
  [false, ['0', 'f', 'F', 'FALSE', 'false', 'False']],
  [undefined, ['', 'yes', 'on', 'tRUE', '2', ' true']],
])('%p is each of %j', (value, texts) => {
  expect(texts.map(parseBool)).toEqual(texts.map(() => value))
})
