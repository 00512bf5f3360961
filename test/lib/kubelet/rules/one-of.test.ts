import { expect, test } from '@jest/globals'
import { said } from '../../../../src/lib/kubelet/model/message.ts'
import { oneOf } from '../../../../src/lib/kubelet/rules/one-of.ts'

const policies = ['none', 'best-effort', 'restricted', 'single-numa-node']

test.each([
  ['Restricted', 'did you mean restricted?'],
  ['single-numa', 'did you mean single-numa-node?'],
  ['besteffort', 'did you mean best-effort?'],
  ['SINGLE_NUMA_NODE', 'did you mean single-numa-node?'],
  ['non', undefined],
  ['', undefined],
  ['static', undefined],
])('%j has the remedy %j', (text, remedy) => {
  expect(oneOf('policy', text, policies).map((problem) => problem.remedy)).toEqual([remedy])
})

test('an accepted value is not a problem', () => {
  expect(oneOf('policy', 'none', policies)).toEqual([])
  expect(oneOf('swap', '', ['', 'NoSwap'])).toEqual([])
})

test.each([
  [['a'], "'x' must be a"],
  [['', 'a'], "'x' must be a or empty"],
  [['', 'a', 'b'], "'x' must be a, b or empty"],
])('the accepted ones are listed: %j', (accepted, message) => {
  const [problem] = oneOf('swap', 'x', accepted)
  expect(said(problem!, 'swap')).toMatchObject({ message: `swap ${message}`, namesPath: true })
})
