import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { differencesOf, type Line } from '../../oracle/quantity/line.ts'

const lines: readonly Line[] = readFileSync(join(import.meta.dirname, 'data', 'quantities.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))

/** Recorded from apimachinery's code: `node test/oracle/quantity/fuzz.ts --record`. */
test('flags and files mean the amounts that Kubernetes means', async () => {
  expect(lines.length).toBeGreaterThan(1_000)
  const differences = await Promise.all(lines.map(differencesOf))
  expect(differences.flat()).toEqual([])
})
