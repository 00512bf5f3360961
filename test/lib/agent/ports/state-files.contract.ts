import { expect } from '@jest/globals'
import type { HostCase } from './host-side.ts'

const [cpu, memory] = ['cpu_manager_state', 'memory_manager_state']

export const stateFilesCases: readonly HostCase[] = [
  {
    name: 'state files: what is aside is gone for the kubelet, and comes back',
    async run(side) {
      const { stateFiles } = await side.start()
      await side.setStateFile(cpu, 'of none')
      await stateFiles.moveAside([cpu])
      expect(await side.stateFile(cpu)).toBeUndefined()
      await side.setStateFile(cpu, 'of static')
      await (await side.start()).stateFiles.putBack()
      expect(await side.stateFile(cpu)).toBe('of none')
    },
  },
  {
    name: 'state files: one that was not there is removed when the set is put back',
    async run(side) {
      const { stateFiles } = await side.start()
      await stateFiles.moveAside([memory])
      await side.setStateFile(memory, 'new')
      await stateFiles.putBack()
      expect(await side.stateFile(memory)).toBeUndefined()
    },
  },
  {
    name: 'state files: moved aside twice, those of the last good configuration are kept',
    async run(side) {
      const { stateFiles } = await side.start()
      await side.setStateFile(cpu, 'good')
      await side.setStateFile(memory, 'good too')
      await stateFiles.moveAside([cpu])
      await side.setStateFile(cpu, 'of the first trial')
      await stateFiles.moveAside([cpu, memory])
      expect([await side.stateFile(cpu), await side.stateFile(memory)]).toEqual([undefined, undefined])
      await side.setStateFile(cpu, 'of the second trial')
      await stateFiles.putBack()
      expect([await side.stateFile(cpu), await side.stateFile(memory)]).toEqual(['good', 'good too'])
    },
  },
  {
    name: 'state files: what is removed does not come back, and what is aside still does',
    async run(side) {
      const { stateFiles } = await side.start()
      await side.setStateFile(cpu, 'of a trial that nobody knows any more')
      await stateFiles.remove([cpu, memory])
      await stateFiles.putBack()
      expect(await side.stateFile(cpu)).toBeUndefined()
      await side.setStateFile(cpu, 'good')
      await stateFiles.moveAside([cpu])
      await side.setStateFile(cpu, 'of a trial')
      await stateFiles.remove([cpu])
      expect(await side.stateFile(cpu)).toBeUndefined()
      await stateFiles.putBack()
      expect(await side.stateFile(cpu)).toBe('good')
    },
  },
  {
    name: 'state files: what was forgotten does not come back, and putting back twice changes nothing',
    async run(side) {
      const { stateFiles } = await side.start()
      await side.setStateFile(cpu, 'old')
      await stateFiles.moveAside([cpu])
      await side.setStateFile(cpu, 'new')
      await stateFiles.discard()
      await stateFiles.putBack()
      expect(await side.stateFile(cpu)).toBe('new')
      await stateFiles.putBack()
      expect(await side.stateFile(cpu)).toBe('new')
    },
  },
]
