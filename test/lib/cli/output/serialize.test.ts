import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { serialize } from '../../../../src/lib/cli/output/serialize.ts'

test.each(['no', 'Yes', 'on', '2026-11-22T01:36:35.367Z', '2026-11-22', '1:30', '0777', '1_000', '<<'])(
  '%s stays text in -o yaml, for readers of YAML 1.1 as well',
  async (message) => {
    const text = await serialize('yaml', { message })
    expect(parse(text, { version: '1.1' })).toEqual({ message })
    expect(parse(text)).toEqual({ message })
  },
)
