import { expect, test } from '@jest/globals'
import { giveBackMemory, memoryOfProcess, poolNoBuffers } from '../../../src/lib/loop/give-back-memory.ts'

/** How often memory was collected by the end of each minute, in which a process takes so many milliseconds of processor time. */
async function collectedAfter(minutes: readonly number[], fails = false): Promise<readonly number[]> {
  const [over, counts] = [new AbortController(), [] as number[]]
  let [collected, used] = [0, 0]
  const collect = async () => {
    collected++
    if (fails) throw new Error('no inspector')
  }
  const memory = { cpuMs: () => used, collect }
  const clock = {
    sleep: async (ms: number) => {
      expect(ms).toBe(60_000)
      if (counts.length > 0) counts[counts.length - 1] = collected
      over.signal.throwIfAborted()
      used += minutes[counts.length] ?? 0
      counts.push(collected)
      if (counts.length > minutes.length) over.abort(new Error('over'))
      over.signal.throwIfAborted()
    },
  }
  await expect(giveBackMemory(memory, clock, over.signal)).rejects.toThrow('over')
  return counts.slice(0, minutes.length)
}

test.each([
  ['once after its start', [50, 50, 50], [1, 1, 1]],
  ['not while it is busy', [700, 900, 5_000, 600], [0, 0, 0, 0]],
  ['once after each busy time', [50, 900, 700, 599, 50, 600, 50, 50], [1, 1, 1, 2, 2, 2, 3, 3]],
])('a process gives memory back %s', async (_, minutes, counts) =>
  expect(await collectedAfter(minutes)).toEqual(counts),
)

test('a process that cannot collect runs on', async () =>
  expect(await collectedAfter([50, 900, 50, 50], true)).toEqual([1, 1, 2, 2]))

test('what a process has let go goes back to the system', async () => {
  const { collect, cpuMs } = memoryOfProcess()
  let many: object[] = Array.from({ length: 1_000_000 }, (_, index) => ({ index }))
  const busy = process.memoryUsage().heapTotal
  expect(many.length).toBe(1_000_000)
  many = []
  const before = cpuMs()
  await collect()
  expect(busy - process.memoryUsage().heapTotal).toBeGreaterThan(10_000_000)
  expect(cpuMs()).toBeGreaterThan(before)
})

test('a buffer holds no more memory than its own', () => {
  const { poolSize } = Buffer
  poolNoBuffers()
  try {
    const buffers = [Buffer.concat([Uint8Array.of(1, 2), Uint8Array.of(3)]), Buffer.from('abc'), Buffer.allocUnsafe(3)]
    expect(buffers.map(({ buffer }) => buffer.byteLength)).toEqual([3, 3, 3])
  } finally {
    Buffer.poolSize = poolSize
  }
})
