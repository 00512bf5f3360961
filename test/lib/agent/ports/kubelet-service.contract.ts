import { expect } from '@jest/globals'
import type { KubeletService } from '../../../../src/lib/agent/ports/kubelet-service.ts'

/** A kubelet that is a service, real or not, and what happens to it from outside of the agent. */
export interface ServiceSide {
  readonly service: KubeletService
  /** Its program ends at once at each start, or does so no longer. */
  setBroken(broken: boolean): Promise<void>
  /** An administrator stops it. */
  stop(): Promise<void>
  /** Its unit is changed on disk. */
  changeUnit(): Promise<void>
  /** Whether systemd still has units to read. */
  needsReload(): Promise<boolean>
}

export interface ServiceCase {
  readonly name: string
  run(side: ServiceSide): Promise<void>
}

const limits = { signal: new AbortController().signal, timeoutMs: 60_000 }

const isRunning = async ({ service }: ServiceSide): Promise<boolean> => {
  const { mainPid, activeState } = await service.state(limits)
  return mainPid > 0 && activeState === 'active'
}

/** Each begins with a kubelet that runs, and leaves one. */
export const serviceCases: readonly ServiceCase[] = [
  {
    name: 'the state of a running kubelet',
    async run({ service }) {
      const state = await service.state(limits)
      expect(state).toMatchObject({
        unit: expect.stringMatching(/\.service$/),
        activeState: 'active',
        subState: 'running',
      })
      expect(state.mainPid).toBeGreaterThan(1)
      expect(state.startedAtMs).toBeGreaterThan(0)
    },
  },
  {
    name: 'the version is that of the program',
    async run({ service }) {
      expect(await service.version(limits)).toMatch(/^v1\.\d+\.\d+/)
    },
  },
  {
    name: 'the command line has the flags',
    async run({ service }) {
      expect(await service.commandLine(limits)).toContainEqual(expect.stringMatching(/^--config=/))
    },
  },
  {
    name: 'a restart is a new process, which started later',
    async run({ service }) {
      const before = await service.state(limits)
      const after = await service.restart(undefined, limits)
      expect(after.mainPid).not.toBe(before.mainPid)
      expect(after.startedAtMs).toBeGreaterThan(before.startedAtMs!)
    },
  },
  {
    name: 'units that changed on disk are read before a restart',
    async run(side) {
      await side.changeUnit()
      expect(await side.needsReload()).toBe(true)
      await side.service.restart(undefined, limits)
      expect(await side.needsReload()).toBe(false)
    },
  },
  {
    name: 'more restarts in a row than systemd allows',
    async run(side) {
      for (let i = 0; i < 7; i++) await side.service.restart(undefined, limits)
      expect(await isRunning(side)).toBe(true)
    },
  },
  {
    name: 'a stopped kubelet is started by a restart',
    async run(side) {
      await side.stop()
      expect(await side.service.commandLine(limits)).toBeUndefined()
      await side.service.restart(undefined, limits)
      expect(await isRunning(side)).toBe(true)
    },
  },
  {
    name: 'what needs a stopped kubelet is done while it is stopped',
    async run(side) {
      const seen: number[] = []
      const before = await side.service.state(limits)
      const after = await side.service.restart(async () => {
        seen.push((await side.service.state(limits)).mainPid)
      }, limits)
      expect(seen).toEqual([0])
      expect(after.mainPid).not.toBe(before.mainPid)
      expect(await isRunning(side)).toBe(true)
    },
  },
  {
    name: 'it is started again when that failed',
    async run(side) {
      const failing = side.service.restart(() => Promise.reject(new Error('disk full')), limits)
      await expect(failing).rejects.toThrow('disk full')
      expect(await isRunning(side)).toBe(true)
    },
  },
  {
    name: 'it is started again when that is interrupted',
    async run(side) {
      const controller = new AbortController()
      const stopping = side.service.restart(
        async () => {
          controller.abort()
          controller.signal.throwIfAborted()
        },
        { ...limits, signal: controller.signal },
      )
      await expect(stopping).rejects.toThrow()
      expect(await isRunning(side)).toBe(true)
    },
  },
  {
    name: 'a kubelet that ends at once was started nevertheless',
    async run(side) {
      const before = await side.service.state(limits)
      await side.setBroken(true)
      try {
        const after = await side.service.restart(undefined, limits)
        expect(after.startedAtMs).toBeGreaterThan(before.startedAtMs!)
        expect(after.mainPid).not.toBe(before.mainPid)
      } finally {
        await side.setBroken(false)
        await side.service.restart(undefined, limits)
      }
      expect(await isRunning(side)).toBe(true)
    },
  },
  {
    name: 'an aborted signal starts nothing',
    async run(side) {
      const before = await side.service.state(limits)
      const aborted = { ...limits, signal: AbortSignal.abort() }
      await expect(side.service.restart(undefined, aborted)).rejects.toMatchObject({ code: 'interrupted' })
      expect((await side.service.state(limits)).mainPid).toBe(before.mainPid)
    },
  },
]
