import { expect, test } from '@jest/globals'
import type { NodeWaitFact } from '../../../../src/lib/fleet/status/agent-flow-messages.ts'
import { waitLines, waitText } from '../../../../src/lib/fleet/wait/output.ts'
import type { Waited } from '../../../../src/lib/fleet/wait/wait-for-kubelets.ts'
import { describeFailure, messageOf } from '../../../../src/lib/message/describe.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'

const message = `a restart with other maxPods would end 3 of 40 pods: ${'shop/web (NoRoom), '.repeat(25)}`
const held = (i: number): NodeWaitFact => ({
  reason: 'DocumentHeld',
  subject: { kind: 'Node', name: `node-${i}` },
  state: 'Held',
  cause: { reason: 'PodsWouldEnd', message, hints: ['drain the node'] },
})
const heldOn = (nodes: number): readonly Waited[] =>
  Array.from({ length: nodes }, (_, i) => ({
    node: `node-${i}`,
    standing: { kind: 'failed', state: 'Held', failure: new Failure('refused', held(i)) },
  }))

test.each([
  [1, ['node/node-0: Held (PodsWouldEnd)']],
  [2, ['node/node-0: Held (PodsWouldEnd)', 'node/node-1: Held (PodsWouldEnd)']],
  [11, [expect.stringMatching(/^11 nodes: Held \(PodsWouldEnd\) \(node-0, node-1, .*\)$/)]],
])('while it waits for %d nodes, a held change is told in a few words', (nodes, lines) => {
  expect(waitLines(heldOn(nodes), heldOn(nodes))).toEqual(lines)
})

test.each([1, 2, 12])('at the end, the message of the agents of %d nodes is told once', (nodes) => {
  const facts = heldOn(nodes).map((_, i) => held(i))
  const failure = new Failure('refused', { reason: 'KubeletsNotRunning', after: 'push', waited: nodes, nodes: facts })
  const said = [messageOf(failure.fact), ...describeFailure(failure).hints].join('\n')
  expect(said.split(message)).toHaveLength(2)
})

test('states that are waited for are counted, each with its reason', () => {
  const waiting = (state: 'Resolving' | 'Held', cause?: { reason: string; message: string }): Waited => ({
    node: 'node-a',
    standing: {
      kind: 'waiting',
      state,
      fact: { reason: 'KubeletNotConfirmed', subject: { kind: 'Node', name: 'node-a' }, state, cause },
    },
  })
  const balloon = { reason: 'BalloonHoldsRoom', message }
  expect(waitText([...heldOn(1), waiting('Resolving'), waiting('Held', balloon), waiting('Held', balloon)])).toBe(
    'waiting for 3 of 4 kubelets: 1 Resolving, 2 Held (BalloonHoldsRoom)',
  )
})
