import { expect, test } from '@jest/globals'
import { SimulatedCluster } from '../../../../../src/lib/agent/simulated/cluster.ts'
import { Contents } from '../../../../../src/lib/agent/simulated/contents.ts'
import { newDisk } from '../../../../../src/lib/agent/simulated/disk.ts'
import { kubeletBehaviors } from '../../../../../src/lib/agent/simulated/kubelet-behavior.ts'
import { SimulatedMachine } from '../../../../../src/lib/agent/simulated/machine.ts'
import { journalOn, rescueOn, stateFilesOn } from '../../../../../src/lib/agent/simulated/ports/host.ts'
import { liveConfigOn } from '../../../../../src/lib/agent/simulated/ports/live-config.ts'
import { hostCases } from '../../ports/all.contract.ts'
import { type HostSide, ownContent } from '../../ports/host-side.ts'

/** What a simulated disk does not have: damage, other versions, other machines, times of files, and contents of state files. */
const notSimulated = [
  /^journal: (?:a damaged|nothing of a newer|the state of another)/,
  /^live: file: it knows when/,
  /^live: file: a document with the very bytes/,
  /^state files: /,
  /^rescue: state files/,
]

const cases = hostCases.filter(
  ({ name, mode = 'file' }) => mode === 'file' && !notSimulated.some((pattern) => pattern.test(name)),
)

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const unused = (): never => {
  throw new Error('not simulated')
}

async function side(): Promise<HostSide> {
  const contents = new Contents('1.36')
  const disk = newDisk(await contents.add(bytes(ownContent)))
  const machine = new SimulatedMachine(new SimulatedCluster(), () => kubeletBehaviors.good, disk)
  return {
    start: async () => ({
      journal: journalOn(disk, contents),
      live: liveConfigOn(disk, contents),
      rescue: rescueOn(disk, contents),
      stateFiles: stateFilesOn(disk),
    }),
    live: async () => new TextDecoder().decode(contents.bytesOf(disk.live)),
    async edit(content) {
      disk.live = await contents.add(bytes(content))
    },
    async kubeletStarts(why) {
      const { uptimeMs } = machine.moment()
      if (why === 'administrator') machine.kubelet.restart(uptimeMs)
      else machine.kubelet.kill(uptimeMs)
      machine.advance(10_000)
    },
    reboot: async () => machine.reboot(),
    stateFile: unused,
    setStateFile: unused,
    damageState: unused,
    damageCheckpoint: unused,
    clone: unused,
  }
}

test.each(cases)('$name', async (one) => one.run(await side()))

test('most of the contract is simulated', () => {
  expect(cases.length).toBeGreaterThan(15)
})
