import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

type Locked = { readonly integrity?: string; readonly resolved?: string }
const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
)
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')

test('npm ci installs only what the lock has a digest of, and names no registry', () => {
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([])
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
