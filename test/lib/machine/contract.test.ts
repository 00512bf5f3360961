import { describe, test } from '@jest/globals'
import { realSide } from '../agent/host/real-side.ts'
import { hostCases } from '../agent/ports/all.contract.ts'

describe('the files of this machine keep the promises of the ports', () => {
  test.each(hostCases)('$name', async ({ mode, run }) => {
    await using side = await realSide(mode)
    await run(side)
  })
})
