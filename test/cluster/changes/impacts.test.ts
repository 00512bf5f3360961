import { appendFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { configPath } from '../agent/kubelet-run.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { type Weighing, weighOnNode } from './impact-on-node.ts'
import { lastCpu, lastCpuGone, randomImpacts } from './random-impacts.ts'

/** `IMPACTS=200 SEED=7`: so many random changes of nodes with random pods, each restarted by hand, whatever the answer. */
const count = Number(process.env['IMPACTS'] ?? 12)
const seed = Number(process.env['SEED'] ?? 1)
/** One line of JSON for each. */
const { IMPACTS_LOG: log } = process.env
const lanes = 4
const mostNeedlesslyHeld = 0.05

const weighings: Weighing[] = []

beforeAll(
  async () => {
    const cases = [lastCpu, lastCpuGone, ...(await randomImpacts({ count, seed }))]
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        const { name } = await makeNode()
        const base = await onNode(name, ['cat', configPath])
        for (const one of cases.filter((_one, index) => index % lanes === lane)) {
          const weighing = await weighOnNode(name, base, one)
          weighings.push(weighing)
          if (log !== undefined) await appendFile(log, `${JSON.stringify(weighing)}\n`)
        }
      }),
    )
  },
  180_000 + count * 20_000,
)

afterAll(removeNodes)

const isHarmed = ({ lost, exit }: Weighing): boolean => lost.length > 0 || exit !== undefined

test('no pod ends that the answer did not name, and no kubelet exits with what is not held', () => {
  expect(weighings).toHaveLength(count + 2)
  const unnamed = weighings.filter(
    ({ lost, named, exit, held }) => lost.some((name) => !named.includes(name)) || (exit !== undefined && !held),
  )
  expect(unnamed).toEqual([])
})

test('what the same restart does no harm with is not held, but for one in twenty', () => {
  const harmless = weighings.filter((one) => !isHarmed(one))
  const held = harmless.filter((one) => one.held !== undefined)
  expect(held.map(({ what }) => what).slice(Math.ceil(weighings.length * mostNeedlesslyHeld))).toEqual([])
})

test('what would keep a kubelet from starting is named before any change, and true', () => {
  const { held, named, exit } = weighings.find(({ what }) => what === lastCpu.what)!
  expect(held).toMatchObject({ reason: 'PodsWouldEnd', paths: [], risks: [], ends: [{ why: 'NoSharedCpu' }] })
  expect([named.length, exit]).toEqual([1, 1])
})

test('the CPUs of a pod that is gone are released later: until then the change is held, also on a drained node', () => {
  const { held, heldDrained, exit } = weighings.find(({ what }) => what === lastCpuGone.what)!
  expect(held).toEqual({ reason: 'WaitsForCpus' })
  expect([heldDrained, exit]).toEqual([true, 1])
})
