import { expect, test } from '@jest/globals'
import { metricsPage } from '../../../src/lib/metrics/page.ts'
import { Registry } from '../../../src/lib/metrics/registry.ts'

const linesOf = (registry: Registry): readonly string[] =>
  registry
    .exposition()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

test('a counter is 0 at first; one with labels has a series for each combination that was counted', () => {
  const registry = new Registry()
  const restarts = registry.counter('restarts_total', 'Restarts.')
  const actions = registry.counter('actions_total', 'Actions.', ['reason', 'outcome'])
  expect(linesOf(registry)).toEqual(['restarts_total 0'])
  restarts.inc()
  restarts.inc()
  actions.inc({ reason: 'A', outcome: 'done' })
  actions.inc({ reason: 'A', outcome: 'failed' })
  actions.inc({ reason: 'A', outcome: 'done' })
  expect(linesOf(registry)).toEqual([
    'restarts_total 2',
    'actions_total{reason="A",outcome="done"} 2',
    'actions_total{reason="A",outcome="failed"} 1',
  ])
})

test('a gauge is asked when the metrics are read, and has no line without a value', () => {
  const registry = new Registry()
  let value: number | boolean | undefined
  registry.gauge('up', 'Up.', () => value)
  const seen = [undefined, true, 3.5].map((next) => {
    value = next
    return linesOf(registry)
  })
  expect(seen).toEqual([[], ['up 1'], ['up 3.5']])
})

test('a page has the metrics in the order of their registration, with what they mean', () => {
  const registry = new Registry()
  registry.gauge('b', 'First.', () => 1)
  registry.counter('a_total', 'Second.')
  expect(metricsPage(registry)).toEqual({
    status: 200,
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    text: '# HELP b First.\n# TYPE b gauge\nb 1\n# HELP a_total Second.\n# TYPE a_total counter\na_total 0\n',
  })
})
