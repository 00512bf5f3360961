import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostPorts } from '../../ports/host-side.ts'
import { type RealSide, realSide } from '../real-side.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
export const checkpoint = 'c'.repeat(64)
export const [good, trial] = ['maxPods: 50\n', 'maxPods: -1\n']

export interface Begun extends AsyncDisposable {
  readonly side: RealSide
  readonly ports: HostPorts
  /** Kubelets that ended by themselves, with the start after each. */
  crashes(times: number): Promise<void>
  readonly orders: string
  /** As if the last start was so many seconds earlier. */
  wait(seconds: number): Promise<void>
}

/** A trial whose first start was counted. */
export async function begun(
  shell: readonly string[] = ['sh'],
  what: Uint8Array | 'local' = bytes(good),
): Promise<Begun> {
  const side = await realSide('file', shell)
  const ports = await side.start()
  await ports.live.write(bytes(good))
  await ports.rescue.arm({ checkpoint, good: what, threshold: 3, stateFiles: [] })
  await ports.live.write(bytes(trial))
  await side.kubeletStarts('administrator')
  return {
    side,
    ports,
    async crashes(times) {
      for (let i = 0; i < times; i++) await side.kubeletStarts('automatic')
    },
    async wait(seconds) {
      const counts = (await readFile(side.counts, 'utf8')).split(' ')
      await writeFile(side.counts, counts.with(3, String(Number(counts[3]) - seconds)).join(' '))
    },
    orders: join(side.state, 'rescue', 'orders'),
    [Symbol.asyncDispose]: () => side[Symbol.asyncDispose](),
  }
}
