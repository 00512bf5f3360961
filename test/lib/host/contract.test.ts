import { describe, test } from '@jest/globals'
import { hostCases } from '../ports/host/all.contract.ts'
import { realSide } from './real-side.ts'

describe('the files of this machine keep the promises of the ports', () => {
  test.each(hostCases)('$name', async ({ mode, run }) => {
    await using side = await realSide(mode)
    await run(side)
  })
})
