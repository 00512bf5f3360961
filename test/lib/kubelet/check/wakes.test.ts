import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { wakesFile, wakesSource } from '../../../../scripts/data/wakes.ts'

test('the table of what wakes a rule is that of the rules; node scripts/data/wakes.ts writes it', () => {
  expect(readFileSync(wakesFile, 'utf8')).toBe(wakesSource())
})
