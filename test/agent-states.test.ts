import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { phases } from '../src/lib/agent/model/phase.ts'
import { defaultSettings } from '../src/lib/agent/model/settings.ts'
import { Dice } from './lib/agent/schedules/dice.ts'
import { Run } from './lib/agent/schedules/run-schedule.ts'
import { randomSchedule } from './lib/agent/schedules/schedule.ts'

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

test('the picture has the transitions that random schedules meet, and no others', () => {
  const drawn = [...section('Work').matchAll(/^ {2}(\w+) --> (\w+):/gm)].map(([, from, to]) => `${from} ${to}`)
  const met = new Set<string>()
  for (let seed = 1; seed <= 4_000 && met.size < drawn.length; seed += 1) {
    const run = new Run(randomSchedule(new Dice(seed)))
    run.onStep = (before, after) => {
      const [from, to] = [before.journal.work.kind, after.journal.work.kind]
      if (from !== to) met.add(`${from} ${to}`)
    }
    run.run()
  }
  expect([...met].sort()).toEqual(drawn.sort())
})
