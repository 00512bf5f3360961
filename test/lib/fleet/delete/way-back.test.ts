import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Config } from '../../../../src/lib/agent/model/config.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { globalTarget, nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { planDelete } from '../../../../src/lib/fleet/delete/delete-documents.ts'
import { describeDelete } from '../../../../src/lib/fleet/delete/output.ts'
import { diffDocument } from '../../../../src/lib/fleet/diff/diff-document.ts'
import { planRollback } from '../../../../src/lib/fleet/history/rollback.ts'
import { describePush } from '../../../../src/lib/fleet/push/output.ts'
import { planPush } from '../../../../src/lib/fleet/push/push.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'
import type { Failure } from '../../../../src/lib/message/failure.ts'
import { plainLine } from '../../../../src/lib/message/line.ts'
import { InProcess } from '../../../support/in-process.ts'
import { configzWith } from '../../../support/kubelet-configz.ts'
import { limits } from '../../cluster/clusters.ts'
import { fileWith, pushTo, request } from '../push/pushes.ts'
import { annotate, report, stored } from '../status/reports.ts'

const nodeA = nodeTarget('node-a')
const names = ['node-a', 'node-b']
let world: InProcess

beforeEach(async () => {
  const own = await configzWith({ file: 'maxPods: 200\n' })
  world = new InProcess({ nodes: 2, configz: () => own })
})
afterEach(() => world[Symbol.dispose]())

type Verb = 'rollback' | 'delete' | 'push' | 'diff'
const fewer = 'maxPods: 110\n'
const more = 'maxPods: 150\n'

interface Decided {
  readonly refusal?: Failure | undefined
  readonly disruption: string | undefined
  readonly warnings: readonly Fact[]
  readonly lines: readonly string[]
}

/** From more pods to fewer, for node-a. */
const ways: Readonly<Record<Verb, () => Promise<Decided>>> = {
  async rollback() {
    const wanted = { targets: [globalTarget], to: 1, acceptedRisks: [], skipValidation: false }
    const { refusal, warnings, steps } = await planRollback(world, wanted, limits)
    return { refusal, warnings, disruption: steps[0]?.assessment?.disruption, lines: linesOf(describePush(steps)) }
  },
  async push() {
    const { refusal, warnings, steps } = await planPush(world.cluster, request(fewer, [globalTarget]), limits)
    return { refusal, warnings, disruption: steps[0]?.assessment?.disruption, lines: linesOf(describePush(steps)) }
  },
  async delete() {
    const { refusal, warnings, steps } = await planDelete(world.cluster, { ...unaccepted, targets: [nodeA] }, limits)
    return { refusal, warnings, disruption: steps[0]?.assessment?.disruption, lines: linesOf(describeDelete(steps)) }
  },
  async diff() {
    const { warnings, assessment } = await diffDocument(
      world.cluster,
      { ...fileWith(fewer), target: globalTarget },
      limits,
    )
    return { warnings, disruption: assessment?.disruption, lines: [] }
  },
}
const unknownIn = (warnings: readonly Fact[]) => warnings.filter(({ reason }) => reason === 'RunningNotKnown')
const unaccepted = { skipValidation: false, acceptedRisks: [] }
const linesOf = (lines: ReturnType<typeof describePush>): readonly string[] => lines.map(plainLine)

interface Scene {
  readonly first: Config
  readonly second: Config
}

/** Both documents were pushed; for a delete, the second one is of node-a alone. */
async function scene(verb: Verb): Promise<Scene> {
  await pushTo(world, fewer, { targets: [globalTarget] })
  const first = await stored(world, globalTarget)
  const target: Target = verb === 'delete' ? nodeA : globalTarget
  await pushTo(world, more, { targets: [target] })
  return { first, second: await stored(world, target) }
}

const reportBoth = (given: Partial<AgentStatus>): void => {
  for (const node of names) report(world, node, given)
}

/** A delete leaves it to agents, which hold it. */
const refusing: ReadonlySet<Verb> = new Set(['rollback', 'push'])
const verbs: readonly Verb[] = ['rollback', 'push', 'delete', 'diff']

describe.each(verbs)('%s is compared with what agents report as active', (verb) => {
  test.each(['RolledBack', 'Rejected', 'Held', 'Good'] as const)(
    'no drain for nodes that never ran the other one (%s)',
    async (phase) => {
      const { first, second } = await scene(verb)
      reportBoth({ phase, assigned: second, active: first, lastKnownGood: first })
      const { refusal, disruption, warnings, lines } = await ways[verb]()
      expect({ refusal, disruption, warnings }).toEqual({ refusal: undefined, disruption: 'none', warnings: [] })
      expect(lines.filter((line) => line.includes('requires'))).toEqual([])
      if (verb !== 'diff') expect(lines.at(-1)).toMatch(/^ {2}(1 node runs|2 nodes run) this already$/)
    },
  )

  test.each(['Good', 'Trial'] as const)('a drain for nodes that run the other one (%s)', async (phase) => {
    const { first, second } = await scene(verb)
    reportBoth({ phase, assigned: second, active: second, lastKnownGood: first })
    const { disruption, warnings } = await ways[verb]()
    expect({ disruption, unknown: unknownIn(warnings) }).toEqual({ disruption: 'drain', unknown: [] })
  })

  test('a drain if one of them does', async () => {
    const { first, second } = await scene(verb)
    reportBoth({ phase: 'RolledBack', assigned: second, active: first })
    report(world, 'node-a', { phase: 'Good', assigned: second, active: second })
    const { disruption, warnings } = await ways[verb]()
    expect({ disruption, unknown: unknownIn(warnings) }).toEqual({ disruption: 'drain', unknown: [] })
  })

  test.each<[string, (both: Scene) => Promise<void> | void]>([
    ['of which no agent reports', () => undefined],
    [
      'whose agents were not heard for long',
      async ({ first, second }) => {
        reportBoth({ phase: 'RolledBack', assigned: second, active: first })
        await world.clock.sleep(16 * 60_000, limits.signal)
      },
    ],
    [
      'whose reports cannot be read',
      () => {
        for (const name of names) annotate(world, name, '{')
      },
    ],
    [
      'whose agents are at work',
      ({ first, second }) => reportBoth({ phase: 'Applying', assigned: second, active: first }),
    ],
    [
      'whose files another program changed',
      ({ first, second }) => reportBoth({ phase: 'Good', assigned: second, active: first, drifted: true }),
    ],
    [
      'that run a text which is gone',
      ({ first, second }) =>
        reportBoth({ phase: 'Good', assigned: second, active: { ...first, digest: 'v1:sha256:0' } as Config }),
    ],
  ])('and with the stored document for nodes %s, which is said', async (_, happens) => {
    await happens(await scene(verb))
    const { refusal, disruption, warnings } = await ways[verb]()
    expect({ code: refusal?.code, disruption }).toEqual({
      code: refusing.has(verb) ? 'refused' : undefined,
      disruption: 'drain',
    })
    const all = verb === 'delete' ? ['node-a'] : names
    expect(warnings.filter(({ reason }) => reason === 'RunningNotKnown')).toMatchObject([{ nodes: all }])
  })
})

test('nodes that share the document that they leave are named together', async () => {
  await pushTo(world, more, { targets: [globalTarget] })
  const { warnings } = await planPush(world.cluster, request(fewer, names.map(nodeTarget)), limits)
  expect(warnings.filter(({ reason }) => reason === 'RunningNotKnown')).toMatchObject([{ nodes: names }])
})

test('what is said of nodes that nobody reports of', async () => {
  await scene('push')
  const { warnings } = await ways.push()
  expect(warnings.filter(({ reason }) => reason === 'RunningNotKnown').map(messageOf)).toEqual([
    'what the kubelets of these 2 nodes run is not known, so the change is measured from configmap/global-kubelet-configuration as it is stored: node-a, node-b',
  ])
})
