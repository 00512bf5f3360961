import { expect, test } from '@jest/globals'
import { policyData } from '../../../src/lib/fleet/rollout/output.ts'
import { readPolicy } from '../../../src/lib/fleet/rollout/read-policy.ts'
import { describeFailure } from '../../../src/lib/message/describe.ts'
import { Failure } from '../../../src/lib/message/failure.ts'
import { plainLine } from '../../../src/lib/message/line.ts'
import { defaultPolicy } from '../../../src/lib/rollouts/policy.ts'

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
  })
  expect(await read(JSON.stringify(policyData(policy)))).toEqual(policy)
})

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
