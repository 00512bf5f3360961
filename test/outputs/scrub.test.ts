import { expect, test } from '@jest/globals'
import { scrub } from './scrub.ts'

test.each([
  ['an instant', 'at: 2026-11-21T18:46:03Z\n', 'at: 2026-01-01T00:00:00Z\n'],
  ['its milliseconds', '"at": "2026-11-21T18:46:03.187Z"', '"at": "2026-01-01T00:00:00.000Z"'],
  ['an age', 'global   1          7s    jane', 'global   1          0s    jane'],
  ['an age of two digits', 'global   1          17s   jane', 'global   1          0s    jane'],
  ['a duration', 'Paused     3s    12s        by jane', 'Paused     0s    0s         by jane'],
  [
    'how long a rollout is under way',
    'revision 2 instead of revision 1, for 3s\n',
    'revision 2 instead of revision 1, for 0s\n',
  ],
  ['what is left of a soak', 'the next wave begins in 9m59s\n', 'the next wave begins in 10m\n'],
  ['the progress of a trial', '"elapsedSeconds": 183,', '"elapsedSeconds": 180,'],
  ['the name of a balloon', 'node-a   nodesize-balloon-x7k2p   v1', 'node-a   nodesize-balloon-xxxxx   v1'],
])('%s is scrubbed', (_, text, scrubbed) => {
  expect(scrub(text)).toBe(scrubbed)
})

test.each([
  'nodeStatusUpdateFrequency: 10s',
  'nodeStatusUpdateFrequency: 10s → 20s',
  'daemonset.apps/nodesize-balloon created',
  'node/node-a resized: 2/4Gi → 1500m/4Gi',
  'v1:sha256:0a1b2c3d4e5f',
  'date: 2026-11-21',
])('%s stays as it is', (text) => {
  expect(scrub(text)).toBe(text)
})
