import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { plainLine } from '../../../../src/lib/message/line.ts'
import { describeUpgrade } from '../../../../src/lib/sizes/install/output.ts'
import { planUpgrade } from '../../../../src/lib/sizes/install/upgrade.ts'
import { applyUpgrade } from '../../../../src/lib/sizes/install/upgrade-apply.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { clusterWithBalloons } from '../resize/balloons.ts'

let world: InProcess

beforeEach(async () => {
  world = clusterWithBalloons({ name: 'node-a' })
  await applyUpgrade(world, { plan: await plan('pause', '0.1.0'), dryRun: 'none', timeoutMs: 5_000 }, limits)
})
afterEach(() => world[Symbol.dispose]())

const plan = (image: string, version: string) =>
  planUpgrade(world.cluster, { namespace: 'kube-system', image, allNodes: undefined, version }, limits)

test.each([
  ['another version', 'pause', '0.2.0', ['from version 0.1.0 to 0.2.0', 'daemonset.apps/nodesize-balloon: configure']],
  [
    'another image, which is no other version',
    'new',
    '0.1.0',
    [
      'daemonset.apps/nodesize-balloon: configure',
      'balloons that are replaced, one after the other, and what they keep:',
      expect.stringMatching(/^ {2}node\/node-a: \d/),
    ],
  ],
  ['nothing else', 'pause', '0.1.0', []],
])('an upgrade to %s is described', async (_, image, version, lines) => {
  expect(describeUpgrade(await plan(image, version), version).map(plainLine)).toEqual(lines)
})
