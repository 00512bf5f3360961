import { expect, test } from '@jest/globals'
import { defaultPolicy } from '../../../../src/lib/rollouts/policy.ts'
import { problemOf } from './campaign.ts'
import { found } from './found.ts'
import type { Effect } from './schedule.ts'

const works: Effect = { does: 'works' }
const agents = { trialMs: 60_000, jitterMs: 0, lagMs: 0 }

test.each(found)('%s', (_name, { nodes, policy, ...circumstances }, ops) => {
  expect(
    problemOf({
      mode: 'safety',
      nodes: Array.from({ length: nodes }, () => ({ kind: 0, order: undefined })),
      policy: { ...defaultPolicy, ...policy },
      documents: [works, works, works, works],
      movers: [{ lagMs: 0, paceMs: 5_000 }],
      agents,
      ...circumstances,
      ops,
    }),
  ).toBeUndefined()
})
