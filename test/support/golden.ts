import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from '@jest/globals'

/** Compare with test/golden/<name>; UPDATE_GOLDEN=1 rewrites it, and the difference goes to review. */
export function expectGolden(actual: string, name: string): void {
  const file = join(import.meta.dirname, '..', 'golden', name)
  if (process.env['UPDATE_GOLDEN']) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, actual)
  }
  expect(actual).toBe(readFileSync(file, 'utf8'))
}
