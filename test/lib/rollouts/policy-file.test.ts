import { expect, test } from '@jest/globals'
import { policyData } from '../../../src/lib/fleet/rollout/output.ts'
import { readPolicy } from '../../../src/lib/fleet/rollout/read-policy.ts'
import { describeFailure } from '../../../src/lib/message/describe.ts'
import { Failure } from '../../../src/lib/message/failure.ts'
import { plainLine } from '../../../src/lib/message/line.ts'
import { defaultPolicy } from '../../../src/lib/rollouts/policy.ts'
import { allDays } from '../../../src/lib/rollouts/windows.ts'

const header = 'apiVersion: kubeletcfg.dev/v1alpha1\nkind: RolloutPolicy\n'
const read = (text: string) => readPolicy({ file: 'policy.yaml', bytes: new TextEncoder().encode(text) })

async function problemsOf(text: string): Promise<readonly string[]> {
  const failure: unknown = await read(text).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof Failure)) throw new Error('it was read')
  expect(failure.code).toBe('invalid')
  return describeFailure(failure)
    .lines.map(plainLine)
    .map((line) => line.replace(/^the policy was not set(?:: )?(?:\d+ problems)?/, '').trim())
    .filter((line) => line !== '')
}

test('what a file leaves out is as by default', async () => {
  expect(await read(header)).toEqual(defaultPolicy)
})

test('every field is read, and written so that it is read again', async () => {
  const text = `${header}waves:
- canary
- nodes: [node-a, node-b]
- 5
- to: 50%
  soak: 1h
- {to: 100%, approval: true}
soak: 90s
maxUnavailable: 3
maxFailures: 2
nodeDeadline: 1h30m
onFailure: pause
windows:
- {days: [Thu, Mon], from: "09:00", to: "16:00", timeZone: Europe/Berlin}
- {from: 22:00, to: "24:00"}
- {from: "23:30", to: "01:05"}
checks:
- {name: errors, prometheus: https://prometheus.example/p, query: 'sum(rate(errors{code=~"5.."}[5m])) < bool 1', onFalse: abort}
- {name: alerts, prometheus: http://prometheus, query: 'absent(ALERTS{alertstate="firing"})'}
- {name: smoke, url: 'https://ci.example/ok?for=nodes'}
pods: hold
`
  const policy = await read(text)
  expect(policy).toEqual({
    waves: [
      { to: { kind: 'canary' }, soakMs: undefined, approval: false },
      { to: { kind: 'nodes', names: ['node-a', 'node-b'] }, soakMs: undefined, approval: false },
      { to: { kind: 'count', count: 5 }, soakMs: undefined, approval: false },
      { to: { kind: 'percent', percent: 50 }, soakMs: 3_600_000, approval: false },
      { to: { kind: 'percent', percent: 100 }, soakMs: undefined, approval: true },
    ],
    soakMs: 90_000,
    maxUnavailable: { kind: 'count', count: 3 },
    maxFailures: 2,
    nodeDeadlineMs: 5_400_000,
    onFailure: 'pause',
    windows: [
      { days: ['Mon', 'Thu'], from: 540, to: 960, timeZone: 'Europe/Berlin' },
      { days: allDays, from: 1_320, to: 1_440, timeZone: 'UTC' },
      { days: allDays, from: 1_410, to: 65, timeZone: 'UTC' },
    ],
    checks: [
      {
        ...{ kind: 'prometheus', name: 'errors', url: 'https://prometheus.example/p' },
        ...{ query: 'sum(rate(errors{code=~"5.."}[5m])) < bool 1', onFalse: 'abort' },
      },
      {
        ...{ kind: 'prometheus', name: 'alerts', url: 'http://prometheus' },
        ...{ query: 'absent(ALERTS{alertstate="firing"})', onFalse: 'hold' },
      },
      { kind: 'url', name: 'smoke', url: 'https://ci.example/ok?for=nodes' },
    ],
    pods: 'hold',
  })
  expect(await read(JSON.stringify(policyData(policy)))).toEqual(policy)
})

const windows = (text: string): string => `${header}windows: [${text}]\n`

const check = (text: string): string => `${header}checks: [{name: a, ${text}}]\n`
const query = (text: string, more = ''): string => check(`prometheus: http://p, query: '${text}'${more}`)

const waves = (text: string): string => `${header}waves: [${text}]\n`

test.each([
  ['waves that fall', waves('50%, 10%, 100%'), [/3:\d+: each wave must have more nodes/]],
  ['waves that repeat', waves('10%, 10%, 100%'), [/3:\d+: each wave must have more nodes/]],
  ['waves that end early', waves('canary, 50%'), [/the last wave must be 100%/]],
  ['a wave after the last', waves('100%, canary'), [/each wave must have more nodes/]],
  ['more than all nodes', waves('canary, 120%'), [/to must be canary, a number/]],
  ['an empty wave', waves('0%, 100%'), [/to must be canary, a number/]],
  ['no waves', `${header}waves: []\n`, [/waves must be a list/]],
  ['waves that are none', `${header}waves: all\n`, [/waves must be a list/]],
  ['nobody away', `${header}maxUnavailable: 0\n`, [/maxUnavailable must be a number of nodes from 1 on/]],
  ['a number that YAML reads otherwise', `${header}maxUnavailable: 010\n`, [/maxUnavailable must be/]],
  ['no failures', `${header}maxFailures: 0\n`, [/maxFailures must be/]],
  ['a negative time', `${header}soak: -1m\n`, [/soak must be a duration/]],
  ['no deadline', `${header}nodeDeadline: 0s\n`, [/nodeDeadline must be a duration/]],
  ['an unknown way on', `${header}onFailure: ignore\n`, [/onFailure must be abort or pause/]],
  ['an unknown consequence', `${header}pods: pause\n`, [/pods must be abort, hold, ignore/]],
  ['no windows', windows(''), [/3:10: windows must be a list of windows; without it, the gate may open at any time/]],
  ['windows that are none', `${header}windows: nights\n`, [/3:10: windows must be a list/]],
  ['a window that is none', windows('nights'), [/3:11: a window must be a mapping/]],
  [
    'a zone that nobody knows',
    windows('{from: "09:00", to: "16:00", timeZone: Europe/Atlantis}'),
    [/3:50: timeZone must be a zone of the IANA database, such as/],
  ],
  [
    'an offset as a zone',
    windows('{from: "09:00", to: "16:00", timeZone: "+02:00"}'),
    [/3:50: timeZone must be a zone/],
  ],
  [
    'a window that is empty',
    windows('{from: "09:00", to: "09:00"}'),
    [/3:31: to must be another time than from: a whole day is from "00:00" to "24:00"/],
  ],
  [
    'a window that never opens',
    windows('{days: [], from: "09:00", to: "16:00"}'),
    [/3:18: days must be a list of Mon, .*; without it, a window opens every day/],
  ],
  [
    'unknown days',
    windows('{days: [Mon, Tues], from: "09:00", to: "16:00"}'),
    [/3:24: days must be a list of Mon, Tue/],
  ],
  [
    'days that are none',
    windows('{days: Mon-Fri, from: "09:00", to: "16:00"}'),
    [/3:18: days must be a list of Mon, Tue/],
  ],
  [
    'a time after midnight',
    windows('{from: "09:00", to: "25:00"}'),
    [/3:31: to must be a time of day in quotes, from "00:00" to "24:00"/],
  ],
  ['a minute too many', windows('{from: "09:60", to: "24:01"}'), [/3:18: from must be/, /3:31: to must be/]],
  [
    'a beginning at the end',
    windows('{from: "24:00", to: "09:00"}'),
    [/3:18: from must be a time of day in quotes, from "00:00" to "23:59"/],
  ],
  ['a time without its zero', windows('{from: "9:00", to: "16:00"}'), [/3:18: from must be a time of day in quotes/]],
  [
    'numbers, as YAML 1.1 makes of times',
    windows('{from: 540, to: 960}'),
    [/3:18: from must be a time of day in quotes/, /3:27: to must be/],
  ],
  [
    'numbers of hours',
    windows('{from: 0900, to: 16.30}'),
    [/3:18: from must be a time of day in quotes/, /to must be/],
  ],
  ['no times', windows('{days: [Mon]}'), [/3:11: from must be/, /3:11: to must be/]],
  ['no checks', `${header}checks: []\n`, [/3:9: checks must be a list of up to 20 checks; without it, none are asked/]],
  [
    'too many checks',
    `${header}checks: [${Array.from({ length: 21 }, (_, index) => `{name: c${index}, url: http://c}`)}]\n`,
    [/3:9: checks must be a list of up to 20/],
  ],
  ['a check that is none', `${header}checks: [smoke]\n`, [/3:10: a check must be a mapping/]],
  ['a check without a name', `${header}checks: [{url: http://c}]\n`, [/3:10: name must be a name such as error-rate/]],
  [
    'a check with a name for a file',
    `${header}checks: [{name: A/b, url: http://c}]\n`,
    [/3:17: name must be a name such as/],
  ],
  [
    'checks with one name',
    `${header}checks: [{name: a, url: http://c}, {name: a, url: http://d}]\n`,
    [/3:43: name must be another one for each check/],
  ],
  [
    'a check that asks nobody',
    `${header}checks: [{name: a}]\n`,
    [/3:10: a check must be either with prometheus and query, or with url/],
  ],
  ['a check that asks two', check('url: http://c, prometheus: http://p'), [/3:10: a check must be either/]],
  ['a URL of another kind', check('url: file:///etc/passwd'), [/3:25: url must be an http or https URL/]],
  ['a URL without its scheme', check('url: ci.example/ok'), [/3:25: url must be an http or https URL/]],
  [
    'a URL with a password',
    check('url: "https://jane:secret@ci.example"'),
    [/3:25: url must be .* without a user, a password .*: a policy is no place for credentials/],
  ],
  [
    'a Prometheus with a user',
    check('prometheus: "https://jane@p", query: "up == 1"'),
    [/3:32: prometheus must be .* no place for credentials/],
  ],
  ['a Prometheus with a query', check('prometheus: "https://p?x=1", query: "up == 1"'), [/3:32: prometheus must be/]],
  ['a Prometheus that is asked nothing', check('prometheus: http://p'), [/3:10: query must be a comparison/]],
  [
    'a query that is always true',
    query('sum(rate(errors[5m]))'),
    [/3:49: query must be a comparison, such as .* all else would always say go/],
  ],
  [
    'a query that only looks like a comparison',
    query('sum(up{job!="a<b"}) # < 1'),
    [/3:49: query must be a comparison/],
  ],
  ['a number as a query', check('prometheus: http://p, query: 1'), [/3:49: query must be/]],
  [
    'an abort where false and absent are one',
    query('sum(errors) < 1', ', onFalse: abort'),
    [/3:49: query must be a comparison with bool, such as < bool 1, for onFalse: abort/],
  ],
  ['an unknown consequence', query('up == 1', ', onFalse: page'), [/onFalse must be hold or abort/]],
  [
    'a query for a URL',
    check('url: http://c, query: "up == 1", onFalse: hold'),
    [/query must be with prometheus, not with url/, /onFalse must be with prometheus/],
  ],
  ['an unknown field of a check', check('url: http://c, token: x'), [/3:35: unknown field token/]],
  ['an unknown field of a window', windows('{from: "09:00", to: "16:00", zone: UTC}'), [/3:40: unknown field zone/]],
  ['an unknown field', `${header}soakTime: 10m\n`, [/3:1: unknown field soakTime/]],
  ['a field twice', `${header}soak: 1m\nsoak: 2m\n`, [/soak/]],
  ['a wave that is two', `${header}waves: [{to: 10%, nodes: [a]}, 100%]\n`, [/either to or nodes/]],
  ['names that are none', `${header}waves: [{nodes: []}, 100%]\n`, [/nodes must be a list of names/]],
  ['another kind', 'apiVersion: v1\nkind: ConfigMap\nsoak: x\n', [/1:13: not a rollout policy: apiVersion must be/]],
  ['a list', '- 1\n', [/not a rollout policy/]],
  ['nothing', '', [/./]],
  ['two documents', `${header}---\n${header}`, [/./]],
  ['what is no YAML', 'a: [', [/./]],
])('%s: refused, with the place', async (_, text, expected) => {
  const problems = await problemsOf(text)
  expect(problems).toHaveLength(expected.length)
  for (const [index, one] of expected.entries()) expect(problems[index]).toMatch(one)
})

test('all problems are reported at once', async () => {
  const text = `${header}waves: [50%, 10%]\nsoak: soon\nmaxUnavailable: none\nextra: 1\n`
  expect(await problemsOf(text)).toHaveLength(5)
})
