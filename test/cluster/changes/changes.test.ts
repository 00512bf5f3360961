import { afterAll, beforeAll } from '@jest/globals'
import { configPath } from '../agent/kubelet-run.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { seedOfPart } from '../part.ts'
import { type Stories, tell, testsOf } from '../stories/lanes.ts'
import { type ChangeCase, cases } from './cases.ts'
import { judged } from './judged.ts'
import { plainConfiguration, randomChanges, staticChanges } from './random-changes.ts'

/** `CHANGES=60 STATIC=20 SEED=7`: so many random changes more, which take four seconds each. */
const [wide, fixed] = [Number(process.env['CHANGES'] ?? 10), Number(process.env['STATIC'] ?? 4)]
const seed = seedOfPart()
const count = wide + fixed
const nodes = 4

const all: readonly ChangeCase[] = [
  ...cases,
  ...(await randomChanges(plainConfiguration, { count: wide, seed })),
  ...(await staticChanges(plainConfiguration, { count: fixed, seed })),
]
const bases = new Map<string, string>()
const lanes: readonly Stories[] = Array.from({ length: nodes }, (_, lane) =>
  Object.fromEntries(
    all
      .filter((_case, i) => i % nodes === lane)
      .map((one) => [one.what, (node) => judged(node, bases.get(node)!, one)]),
  ),
)

beforeAll(
  async () => {
    await Promise.all(
      lanes.map(async (lane) => {
        const { name } = await makeNode()
        bases.set(name, await onNode(name, ['cat', configPath]))
        await tell(name, lane)
      }),
    )
  },
  180_000 + count * 10_000,
)

afterAll(removeNodes)

testsOf(...lanes)
