import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type Config, local } from '../../../../src/lib/agent/model/config.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { nodeTarget } from '../../../../src/lib/documents/target.ts'
import { describePush, pushedLines } from '../../../../src/lib/fleet/push/output.ts'
import type { PushStep } from '../../../../src/lib/fleet/push/push-plan.ts'
import { describeFailure } from '../../../../src/lib/message/describe.ts'
import { plainLine } from '../../../../src/lib/message/line.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits } from '../../cluster/clusters.ts'
import { report, stored } from '../status/reports.ts'
import { type How, planPush, pushTo, request } from './pushes.ts'

const nodeA = nodeTarget('node-a')
let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})
afterEach(() => world[Symbol.dispose]())

const push = (body: string, how?: How) => pushTo(world, body, how)

test.each<[string, (assigned: Config) => Partial<AgentStatus>, PushStep['effect']]>([
  ['holds the text', (assigned) => ({ phase: 'Held', assigned, active: local }), 'changes'],
  ['runs it', (assigned) => ({ phase: 'Good', assigned, active: assigned }), 'none'],
])(
  'a risk that is accepted for the text of an agent that %s is said, and whether that changes anything',
  async (_, given, effect) => {
    await push('maxPods: 60\n')
    report(world, 'node-a', given(await stored(world, nodeA)))
    const { plan, outcomes } = await push('maxPods: 60\n', { acceptedRisks: ['drain', 'reboot'] })
    expect(plan.steps).toMatchObject([{ action: 'update', effect, accepts: ['drain', 'reboot'], changes: [] }])
    const accepted = 'configmap/node-a-kubelet-configuration updated, accepts drain, reboot (revision 2)\n'
    expect(pushedLines(outcomes, 'none')).toBe(accepted)
  },
)

describe('what is to be done is said in its order', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'a drain',
      'maxPods: 50\n',
      [
        'drain the node, then run the command again with --accept-risk=drain: agents apply what is stored by themselves',
        'once status says that a node runs it: uncordon the node',
      ],
    ],
    [
      'a reboot',
      'maxPods: 60\ncgroupRoot: /a\n',
      [
        'drain the node, then run the command again with --accept-risk=reboot: agents apply what is stored by themselves',
        'once status says that a node runs it: reboot the machine, then uncordon the node',
      ],
    ],
    [
      'state files and less allocatable',
      'maxPods: 60\ncpuManagerPolicy: static\nkubeReserved: {cpu: "1"}\n',
      [
        'drain the node, then run nodesize reset NODE (if nodesize manages the node), then run the command again with --accept-risk=drain --accept-risk=state-file: agents apply what is stored by themselves',
        'once status says that a node runs it: uncordon the node',
      ],
    ],
    [
      'a change of the Node',
      'maxPods: 60\nproviderID: a\n',
      [
        'make the same change to the Node with kubectl (or delete it: the kubelet re-registers), then run the command again with --accept-risk=new-node: agents apply what is stored by themselves',
      ],
    ],
  ])('%s', async (_, body, hints) => {
    await push('maxPods: 60\n')
    const { refusal, steps } = await planPush(world.cluster, request(body), limits)
    expect(describeFailure(refusal!).hints).toEqual(hints)
    expect(describePush(steps).map(plainLine).join()).not.toContain('restart the kubelet')
  })
})
