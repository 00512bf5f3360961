import { createHash } from 'node:crypto'
import { expect } from '@jest/globals'
import type { ApplyMode } from '../../../../src/lib/agent/ports/live-config.ts'
import { type HostCase, ownContent } from './host-side.ts'

const bytes = (content: string): Uint8Array => new TextEncoder().encode(content)
const text = (content: Uint8Array | undefined): string | undefined => content && new TextDecoder().decode(content)
const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex')

const [first, second, edited] = ['maxPods: 50\n', 'maxPods: 60\n', 'maxPods: 99\n']

/** What a kubelet reads without us. */
const withoutUs = (mode: ApplyMode): string | undefined => (mode === 'drop-in' ? undefined : ownContent)

const inEachMode = (name: string, run: (mode: ApplyMode) => HostCase['run']): readonly HostCase[] =>
  (['file', 'drop-in', 'unit'] as const).map((mode) => ({ name: `live: ${mode}: ${name}`, mode, run: run(mode) }))

export const liveConfigCases: readonly HostCase[] = [
  ...inEachMode('at first it is the content of the node', (mode) => async (side) => {
    const { live } = await side.start()
    const found = await live.read()
    const own = withoutUs(mode)
    expect(found).toMatchObject({ content: 'local', sha256: own && digestOf(own) })
    expect(text(await live.readLocal())).toBe(own)
    expect(live.mode).toBe(mode)
  }),
  ...inEachMode('a document is there as it was written, and is ours', () => async (side) => {
    const { live } = await side.start()
    for (const content of [first, second, second]) {
      await live.write(bytes(content))
      expect(await side.live()).toBe(content)
      expect(await live.read()).toMatchObject({ content: 'ours', sha256: digestOf(content) })
      expect(text(await live.readBytes())).toBe(content)
      expect(await (await side.start()).live.read()).toMatchObject({ content: 'ours' })
    }
  }),
  ...inEachMode(
    'the local content comes back, byte for byte, however often it was replaced',
    (mode) => async (side) => {
      for (const content of [first, second]) {
        const { live } = await side.start()
        await live.write(bytes(content))
        expect(text(await live.readLocal())).toBe(withoutUs(mode))
      }
      const { live } = await side.start()
      for (const _ of ['once', 'again']) {
        await live.restoreLocal()
        expect(await side.live()).toBe(withoutUs(mode))
        expect(await live.read()).toMatchObject({ content: 'local' })
      }
    },
  ),
  ...inEachMode('to put back what was never replaced changes nothing', (mode) => async (side) => {
    const { live } = await side.start()
    await live.restoreLocal()
    expect(await side.live()).toBe(withoutUs(mode))
  }),
  ...inEachMode(
    'what another program wrote over a document is foreign, and goes with the next write',
    (mode) => async (side) => {
      const { live } = await side.start()
      await live.write(bytes(first))
      await side.edit(edited)
      expect(await live.read()).toMatchObject({ content: 'foreign', sha256: digestOf(edited) })
      await live.write(bytes(first))
      expect(await live.read()).toMatchObject({ content: 'ours' })
      await live.restoreLocal()
      expect(await side.live()).toBe(withoutUs(mode))
    },
  ),
  {
    name: 'live: file: an edit while no document is there is foreign until it is captured',
    mode: 'file',
    async run(side) {
      const { live } = await side.start()
      await live.write(bytes(first))
      await live.restoreLocal()
      await side.edit(edited)
      expect(await live.read()).toMatchObject({ content: 'foreign' })
      await live.captureLocal()
      expect(await live.read()).toMatchObject({ content: 'local', sha256: digestOf(edited) })
      await live.write(bytes(second))
      await (await side.start()).live.restoreLocal()
      expect(await side.live()).toBe(edited)
    },
  },
  ...inEachMode('our own output is never captured', (mode) => async (side) => {
    const { live } = await side.start()
    await live.write(bytes(first))
    await live.captureLocal()
    expect(await live.read()).toMatchObject({ content: 'ours' })
    await live.restoreLocal()
    expect(await side.live()).toBe(withoutUs(mode))
  }),
  {
    name: 'live: file: a document with the very bytes of the node is ours while it is there',
    mode: 'file',
    async run(side) {
      const { live } = await side.start()
      await live.write(bytes(ownContent))
      expect(await live.read()).toMatchObject({ content: 'ours' })
      await live.restoreLocal()
      expect(await live.read()).toMatchObject({ content: 'local' })
    },
  },
  ...inEachMode('it knows when it wrote, in this boot only', () => async (side) => {
    const { live } = await side.start()
    await live.write(bytes(first))
    const { changedAtMs } = await live.read()
    expect(changedAtMs).toBeGreaterThan(0)
    await live.write(bytes(second))
    expect((await live.read()).changedAtMs).toBeGreaterThanOrEqual(changedAtMs!)
    await side.reboot()
    expect((await (await side.start()).live.read()).changedAtMs).toBeUndefined()
  }),
]
