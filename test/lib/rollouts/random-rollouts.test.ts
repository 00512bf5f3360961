import { test } from '@jest/globals'
import { runRandomRollouts } from './random-rollouts.ts'

test('whatever happens to a fleet, no more nodes are away than may be, and it comes to rest', () => {
  for (let seed = 1; seed <= 100; seed++)
    try {
      runRandomRollouts(seed)
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error })
    }
})
