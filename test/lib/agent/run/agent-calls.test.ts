import { expect, test } from '@jest/globals'
import { countAgentCalls } from './agent-calls.ts'

test('what an agent asks of the API server in an idle hour, and for a change', async () => {
  expect(await countAgentCalls()).toEqual({
    idleHour: {
      // Its two documents, their rollout and its Node, each listed again after five minutes, and half of five more.
      'read configmaps': 30,
      'watch configmaps': 30,
      'read nodes': 10,
      'watch nodes': 10,
      // The heartbeat of its condition.
      'patch nodes': 10,
      // Whether its policy is in force: the simulated cluster has none.
      'try to patch nodes': 6,
    },
    change: {
      // What it decides, and a heartbeat in the trial of ten minutes.
      'patch nodes': 5,
      'post events': 3,
      // What the change would end, and what it has ended, at each look of the trial.
      'read pods': 45,
      // As in any five minutes, and the rollout once more right before the restart.
      'read configmaps': 4,
      'watch configmaps': 3,
      'read nodes': 1,
      'watch nodes': 1,
    },
  })
})
