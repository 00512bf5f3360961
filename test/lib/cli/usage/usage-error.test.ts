import { expect, test } from '@jest/globals'
import { integer } from '@oclif/core/flags'
import { parse } from '@oclif/core/parser'
import { explainUsage, type OclifError } from '../../../../src/lib/cli/usage/usage-error.ts'

const flags = { to: integer({ min: 0, max: 9 }) }
const refusalOf = (...argv: string[]): Promise<OclifError> =>
  parse(argv, { flags, strict: true }).then(
    () => Promise.reject(new Error('it was taken')),
    (error: OclifError) => error,
  )

test.each([
  ['abc', "--to: 'abc' is not an integer"],
  ['1.5', "--to: '1.5' is not an integer"],
  ['-1', "--to: '-1' is too small: the minimum is 0"],
  ['10', "--to: '10' is too large: the maximum is 9"],
])('the value %s of a flag for integers', async (text, message) => {
  expect(explainUsage(await refusalOf(`--to=${text}`))).toEqual({ message, hints: [] })
})
