import { createHash } from 'node:crypto'
import { expect } from '@jest/globals'
import type { ApplyMode } from '../../../../src/lib/agent/ports/live-config.ts'
import { type HostCase, type HostPorts, type HostSide, ownContent } from './host-side.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const checkpoint = createHash('sha256').update('trial').digest('hex')
const [good, trial] = ['maxPods: 50\n', 'maxPods: -1\n']
const cpu = 'cpu_manager_state'

/** A trial as the agent begins one. */
async function armed(side: HostSide, what: Uint8Array | 'local' = bytes(good)): Promise<HostPorts> {
  const ports = await side.start()
  await ports.live.write(bytes(good))
  await ports.rescue.arm({ checkpoint, good: what, threshold: 3, stateFiles: [cpu] })
  await ports.live.write(bytes(trial))
  await side.kubeletStarts('administrator')
  return ports
}

async function crashes(side: HostSide, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await side.kubeletStarts('automatic')
}

const own = (mode: ApplyMode): string | undefined => (mode === 'drop-in' ? undefined : ownContent)

export const rescueCases: readonly HostCase[] = [
  {
    name: 'rescue: nothing is counted or put back while it is not armed',
    async run(side) {
      const { live, rescue } = await side.start()
      await live.write(bytes(trial))
      await crashes(side, 10)
      expect(await side.live()).toBe(trial)
      expect(await rescue.report()).toBeUndefined()
    },
  },
  {
    name: 'rescue: the good content is back before the start after the last one that is allowed',
    async run(side) {
      const { live, rescue } = await armed(side)
      expect(await rescue.report()).toEqual({ checkpoint, starts: 0, rescued: false })
      await crashes(side, 2)
      expect(await side.live()).toBe(trial)
      expect(await rescue.report()).toEqual({ checkpoint, starts: 2, rescued: false })
      await crashes(side, 1)
      expect(await side.live()).toBe(good)
      expect(await live.read()).toMatchObject({ content: 'ours' })
      expect(await (await side.start()).rescue.report()).toEqual({
        checkpoint,
        starts: 3,
        rescued: true,
        bootId: expect.any(String),
      })
    },
  },
  {
    name: 'rescue: it acts once, and its mark stays until it is acknowledged',
    async run(side) {
      const { live, rescue } = await armed(side)
      await crashes(side, 3)
      await live.write(bytes(trial))
      await crashes(side, 9)
      expect(await side.live()).toBe(trial)
      await side.reboot()
      const next = (await side.start()).rescue
      expect(await next.report()).toEqual({ checkpoint, starts: 3, rescued: true, bootId: expect.any(String) })
      await next.acknowledge()
      await rescue.acknowledge()
      expect(await next.report()).toBeUndefined()
    },
  },
  ...(['file', 'drop-in', 'unit'] as const).map(
    (mode): HostCase => ({
      name: `rescue: ${mode}: the content of the node is put back`,
      mode,
      async run(side) {
        const { live } = await armed(side, 'local')
        await crashes(side, 3)
        expect(await side.live()).toBe(own(mode))
        expect(await live.read()).toMatchObject({ content: 'local' })
      },
    }),
  ),
  {
    name: 'rescue: restarts by an administrator do not count',
    async run(side) {
      const { rescue } = await armed(side)
      for (let i = 0; i < 9; i++) await side.kubeletStarts('administrator')
      expect(await side.live()).toBe(trial)
      expect(await rescue.report()).toEqual({ checkpoint, starts: 0, rescued: false })
    },
  },
  {
    name: 'rescue: starts before a proven one do not count',
    async run(side) {
      const { rescue } = await armed(side)
      await crashes(side, 2)
      await rescue.forgetStarts()
      expect(await rescue.report()).toMatchObject({ starts: 0 })
      await crashes(side, 2)
      expect(await side.live()).toBe(trial)
      await crashes(side, 1)
      expect(await side.live()).toBe(good)
    },
  },
  {
    name: 'rescue: only the starts of this boot count, and a trial goes on after a reboot',
    async run(side) {
      await armed(side)
      await crashes(side, 2)
      await side.reboot()
      const { rescue } = await side.start()
      expect(await rescue.report()).toEqual({ checkpoint, starts: 0, rescued: false })
      await side.kubeletStarts('administrator')
      await crashes(side, 2)
      expect(await side.live()).toBe(trial)
      await crashes(side, 1)
      expect(await side.live()).toBe(good)
    },
  },
  {
    name: 'rescue: disarmed, it does nothing, also when it was counting',
    async run(side) {
      const { rescue } = await armed(side)
      await crashes(side, 2)
      await rescue.disarm()
      await rescue.disarm()
      await crashes(side, 9)
      expect(await side.live()).toBe(trial)
      expect(await rescue.report()).toBeUndefined()
    },
  },
  {
    name: 'rescue: new orders replace the old ones, and count from nothing',
    async run(side) {
      const { live, rescue } = await armed(side)
      await crashes(side, 2)
      const other = createHash('sha256').update('other').digest('hex')
      await rescue.arm({ checkpoint: other, good: 'local', threshold: 1, stateFiles: [] })
      await live.write(bytes('other'))
      await side.kubeletStarts('administrator')
      expect(await rescue.report()).toEqual({ checkpoint: other, starts: 0, rescued: false })
      await crashes(side, 1)
      expect(await side.live()).toBe(ownContent)
      expect(await rescue.report()).toEqual({ checkpoint: other, starts: 1, rescued: true, bootId: expect.any(String) })
    },
  },
  {
    name: 'rescue: state files come back with the good content',
    async run(side) {
      await side.setStateFile(cpu, 'of good')
      const { stateFiles } = await armed(side)
      await stateFiles.moveAside([cpu, 'memory_manager_state'])
      await side.setStateFile(cpu, 'of trial')
      await side.setStateFile('memory_manager_state', 'of trial')
      await crashes(side, 3)
      expect([await side.stateFile(cpu), await side.stateFile('memory_manager_state')]).toEqual(['of good', undefined])
    },
  },
]
