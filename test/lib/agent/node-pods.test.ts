import { expect, test } from '@jest/globals'
import { balloonGaveBack, isDrained, type NodePod } from '../../../src/lib/agent/node-pods.ts'

const pod = (given: Partial<NodePod> = {}): NodePod => ({
  phase: 'Running',
  staysOnDrain: false,
  balloonAboveFloor: false,
  ...given,
})

test.each<readonly [pods: readonly NodePod[], drained: boolean, gaveBack: boolean]>([
  [[], true, true],
  [[pod()], false, true],
  [[pod({ staysOnDrain: true }), pod({ phase: 'Succeeded' }), pod({ phase: 'Failed' })], true, true],
  [[pod({ phase: 'Pending' })], false, true],
  [[pod({ staysOnDrain: true, balloonAboveFloor: true })], true, false],
  [[pod({ phase: 'Failed', staysOnDrain: true, balloonAboveFloor: true })], true, true],
])('%j: drained %s, balloon gave back %s', (pods, drained, gaveBack) => {
  expect([isDrained(pods), balloonGaveBack(pods)]).toEqual([drained, gaveBack])
})
