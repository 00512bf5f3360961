import { afterAll, beforeAll } from '@jest/globals'
import { giveRights, removeAgents, unstore } from '../agent/installed-agent.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { seedOfPart } from '../part.ts'
import { type Stories, tell, testsOf } from '../stories/lanes.ts'
import { NodeInTime } from './node-in-time.ts'
import { type StepCase, stepCases } from './step-cases.ts'

/** `CLOCKS=9 SEED=7`: so many of the 25 pairs of a moment and a step, four minutes for nine of them. */
const cases = stepCases(Number(process.env['CLOCKS'] ?? 3), seedOfPart())
/** Nodes side by side. An agent restarts its kubelet twelve times in an hour: each pair needs a node of its own. */
const nodes = 9

const titleOf = ({ moment, seconds }: StepCase, what: string): string =>
  `a clock that is set by ${seconds} s ${moment}: ${what}`

/** In this order: what comes back was good before. */
function storiesOf(stepCase: StepCase): Stories {
  let made: Promise<NodeInTime> | undefined
  const on = (node: string): Promise<NodeInTime> => {
    made ??= NodeInTime.on(node, stepCase)
    return made
  }
  return {
    [titleOf(stepCase, 'a good document passes its trial')]: async (node) => (await on(node)).passes(),
    [titleOf(stepCase, 'a silent kubelet fails')]: async (node) => (await on(node)).fails(),
    [titleOf(stepCase, 'on the way back, what was good is healthy')]: async (node) => (await on(node)).comesBack(),
    [titleOf(stepCase, 'on the way back, a silent kubelet fails')]: async (node) => (await on(node)).goesFurtherBack(),
  }
}

const lanes = cases.map(storiesOf)

beforeAll(async () => {
  for (let first = 0; first < lanes.length; first += nodes) await tellTogether(lanes.slice(first, first + nodes))
}, 1_800_000)

afterAll(() => removeAgents([]), 120_000)

async function tellTogether(some: readonly Stories[]): Promise<void> {
  const made = await Promise.all(some.map(() => makeNode({ layout: 'kubeadm', kubelet: 'shifted' })))
  const names = made.map(({ name }) => name)
  await giveRights(names)
  await Promise.all(names.map((name, i) => tell(name, some[i]!)))
  await removeNodes()
  await unstore(...names)
}

testsOf(...lanes)
