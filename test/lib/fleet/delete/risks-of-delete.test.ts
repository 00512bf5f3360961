import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { planDelete } from '../../../../src/lib/fleet/delete/delete-documents.ts'
import type { Risk } from '../../../../src/lib/kubelet/changes/disruption.ts'
import { describe as inWords, messageOf } from '../../../../src/lib/message/describe.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits } from '../../cluster/clusters.ts'
import { pushTo } from '../push/pushes.ts'
import { report, stored } from '../status/reports.ts'

const nodeA = nodeTarget('node-a')
const own = 'configmap/node-a-kubelet-configuration'
let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})
afterEach(() => world[Symbol.dispose]())

async function planned(acceptedRisks: readonly Risk[], target: Target = nodeA) {
  const { refusal, warnings } = await planDelete(
    world.cluster,
    { targets: [target], skipValidation: false, acceptedRisks },
    limits,
  )
  return { refusal: refusal?.fact.reason, warnings: warnings.map(({ reason }) => reason) }
}

/** What node-a runs, and what it falls back to. */
async function scene(body: string, remains: string | undefined, accepted: readonly Risk[] = []): Promise<void> {
  await pushTo(world, body)
  const active = await stored(world, nodeA)
  report(world, 'node-a', { phase: 'Good', assigned: active, active })
  if (remains !== undefined) await pushTo(world, remains, { targets: [globalTarget], acceptedRisks: accepted })
}

const more = 'maxPods: 150\n'
const fewer = 'maxPods: 110\n'
const otherCgroups = 'maxPods: 110\ncgroupRoot: /a\n'

describe('a risk of a delete', () => {
  test.each<[string, string | undefined, readonly Risk[], readonly Risk[], string | undefined, readonly string[]]>([
    // What agents hold needs no flag, and takes none.
    ['that agents hold', fewer, [], [], undefined, ['FallbackMayBeHeld']],
    ['that agents hold, accepted', fewer, [], ['drain'], 'RiskNotCarried', []],
    // What they do not hold has to be accepted here as well.
    ['that the global document accepts', fewer, ['drain'], [], 'RestartNotEnough', []],
    ['that the global document accepts, too', fewer, ['drain'], ['drain'], undefined, []],
    ['of two, one of them held', otherCgroups, ['drain'], ['drain'], undefined, ['FallbackMayBeHeld']],
    ['of two, the other one accepted', otherCgroups, ['drain'], ['reboot'], 'RiskNotCarried', []],
    // There is none.
    ['that is none', 'maxPods: 160\n', [], ['drain'], undefined, []],
    ['with the files of the node', undefined, [], [], undefined, []],
    ['with the files of the node, accepted', undefined, [], ['drain'], 'RiskNotCarried', []],
  ])('%s', async (_, remains, embeddedTexts, accepted, refusal, warnings) => {
    await scene(more, remains, embeddedTexts)
    expect(await planned(accepted)).toEqual({ refusal, warnings })
  })

  test('is nothing to accept where there is no document', async () => {
    expect(await planned(['drain'])).toEqual({ refusal: undefined, warnings: [] })
  })
})

test('what is said', async () => {
  await scene(more, fewer)
  const planWith = (acceptedRisks: readonly Risk[]) =>
    planDelete(world.cluster, { targets: [nodeA], skipValidation: false, acceptedRisks }, limits)
  const { refusal } = await planWith(['drain'])
  expect(inWords(refusal!.fact)).toMatchObject({
    lines: [
      [
        `${own}: a delete cannot accept drain: what remains is configmap/global-kubelet-configuration, which was pushed without it and tells the agents nothing of it`,
      ],
    ],
    hints: [
      'omit --accept-risk: where pods would end, the agent holds the change and names them',
      'drain the node: the agent then makes the change by itself; then uncordon the node',
    ],
  })
  expect((await planWith([])).warnings.map(messageOf)).toEqual([
    `${own}: what node-a falls back to has other values of maxPods: where pods would end, the agent holds the change until its node is drained`,
  ])
})
