import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { phases } from '../src/lib/agent/model/phase.ts'
import { defaultSettings } from '../src/lib/agent/model/settings.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'agent-states.md'), 'utf8')

const section = (title: string): string => page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''

test('the page has all phases, in their order', () => {
  const rows = [...section('Phases').matchAll(/^\| ([A-Z]\w+) \|/gm)].map(([, phase]) => phase)
  expect(rows).toEqual(phases)
})

test('the times are the defaults', () => {
  const rows = [...section('Times').matchAll(/\| (\d+) s \| `(\w+)` \|/g)]
  expect(Object.fromEntries(rows.map(([, seconds, name]) => [name, Number(seconds) * 1_000]))).toEqual(
    Object.fromEntries(Object.entries(defaultSettings).filter(([name]) => name.endsWith('Ms'))),
  )
  expect(section('Times')).toContain(`At most ${defaultSettings.restartsPerHour} restarts in one hour`)
})
