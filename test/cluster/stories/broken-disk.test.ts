import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect } from '@jest/globals'
import { defaultStateFolder } from '../../../src/lib/agent/host/state-folder/state-folder.ts'
import type { AgentReport } from '../../../src/lib/agent/report/report.ts'
import { Chance } from '../../oracle/generate/chance.ts'
import { agentUnit, giveRights, removeAgents, store, untilReport, untilStored } from '../agent/installed-agent.ts'
import { type DiskErrors, failDisk, healDisk, makeDiskFailable } from '../faults/disk-errors.ts'
import { giveRoom, leaveRoom, mountSmall } from '../faults/small-folder.ts'
import { onNode } from '../node.ts'
import { makeNode, untilReady } from '../own-node.ts'
import { seedOfPart } from '../part.ts'
import { until } from '../until.ts'
import { type Stories, tell, testsOf } from './lanes.ts'
import { livePathOf } from './live-file.ts'
import { beginWith, documentWith, fatalField, flags, isHealthy, logFilesOf, ownOf, unlimited } from './log-files.ts'

/** `DISK=12 SEED=7`: so many strikes on each node, some 20 seconds each. */
const count = Number(process.env['DISK'] ?? 2)
const chance = new Chance(seedOfPart())

/** What befalls the disk of a node, and what the agent then says. */
interface Strike {
  readonly what: string
  readonly strike: (node: string) => Promise<void>
  readonly heal: (node: string) => Promise<void>
}

/** What a change does to the disk of a node: the folder of the agent, and the file of the kubelet. */
const all = '/var/lib/kubelet'

/** About as many calls as a change and its trial make. */
const errors: ReadonlyArray<Omit<DiskErrors, 'after'> & { readonly calls: number }> = [
  { call: 'write', errno: 'ENOSPC', below: all, calls: 14 },
  { call: 'write', errno: 'EIO', below: all, calls: 14 },
  { call: 'sync', errno: 'EIO', below: all, calls: 28 },
  { call: 'rename', errno: 'EIO', below: all, calls: 22 },
  { call: 'read', errno: 'EIO', below: `${defaultStateFolder}/checkpoints`, calls: 2 },
  { call: 'read', errno: 'EIO', below: `${all}/kubeletcfg.yaml`, calls: 4 },
]

const ofLibrary = ({ calls, ...error }: (typeof errors)[number]): Strike => {
  const after = chance.below(calls)
  return {
    what: `${error.call} of ${error.below} ends in ${error.errno} after ${after}`,
    strike: (node) => failDisk(node, { ...error, after }),
    heal: healDisk,
  }
}

const ofRoom = (pages: number): Strike => ({
  what: `the folder of the agent has room for ${pages} pages`,
  strike: (node) => leaveRoom(node, defaultStateFolder, pages),
  heal: (node) => giveRoom(node, defaultStateFolder),
})

/** Of documents that the journal knows: nothing is tried that a restart of the agent would not find again. */
async function unknownLive(node: string): Promise<string | undefined> {
  const live = await onNode(node, ['cat', await livePathOf(node)])
  const journal = await onNode(node, ['cat', `${defaultStateFolder}/state.json`])
  return live === ownOf(node) || journal.includes(hash('sha256', live)) ? undefined : `${live}\n${journal}`
}

/** The agent says why it does not go on, or has come to an end. */
const isClear =
  (version: string) =>
  ({ assigned, phase, problem, trouble }: AgentReport): boolean =>
    [problem, trouble].some((fact) => /^FileNot(Writ|Read)able$/.test(fact?.reason ?? '')) ||
    (assigned?.source === 'node' && assigned.resourceVersion === version && /^(Good|RolledBack)$/.test(phase))

const running = new Map<string, number>()

/** A good document comes through in the end, and one that no kubelet starts with goes; never is the node left without a kubelet. */
const survives =
  ({ strike, heal }: Strike, { number, isGood }: { number: number; isGood: boolean }) =>
  async (node: string): Promise<void> => {
    try {
      await strike(node)
      const fields = `containerLogMaxFiles: ${number}${isGood ? '' : `\n${fatalField}`}`
      const version = await store(node, documentWith(node, fields))
      await untilReport(node, isClear(version), 'neither said nor ended')
      await until(() => isHealthy(node), 'the kubelet is not healthy')
      expect(await unknownLive(node)).toBeUndefined()
      await heal(node)
      await untilStored(node, version, isGood ? 'Good' : 'RolledBack')
      if (isGood) running.set(node, number)
    } finally {
      await heal(node)
    }
    await until(() => isHealthy(node), 'the kubelet is not healthy')
    await untilReady(node)
    expect(await logFilesOf(node)).toBe(running.get(node))
    await untilReport(node, ({ trouble }) => trouble === undefined, 'trouble is left')
  }

const storiesOf = (name: string, strikeOf: (index: number) => Strike): Stories =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const [strike, isGood] = [strikeOf(index), index % 2 === 0]
      const document = { number: 200 + index, isGood }
      const title = `${name} ${index + 1}: ${strike.what}, and a ${isGood ? 'good' : 'bad'} document comes`
      return [title, survives(strike, document)] as const
    }),
  )

const lanes = [
  storiesOf('first node', () => ofLibrary(chance.pick(errors))),
  storiesOf('second node', (index) => ofLibrary(errors[index % errors.length]!)),
  storiesOf('small folder', (index) => ofRoom(index % 5)),
]
let nodes: readonly string[] = []

beforeAll(
  async () => {
    nodes = (await Promise.all(lanes.map(() => makeNode()))).map(({ name }) => name)
    const [, , small = ''] = nodes
    await mountSmall(small, defaultStateFolder)
    await giveRights(nodes)
    await Promise.all(
      nodes.map(async (node, index) => {
        await beginWith(node, [...flags, unlimited])
        if (node !== small) await makeDiskFailable(node, `${agentUnit}.service`)
        running.set(node, Number(await logFilesOf(node)))
        await tell(node, lanes[index]!)
      }),
    )
  },
  420_000 + count * 60_000,
)

afterAll(() => removeAgents(nodes), 120_000)

testsOf(...lanes)
