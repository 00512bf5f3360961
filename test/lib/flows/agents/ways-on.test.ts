import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { Phase } from '../../../../src/lib/agent/model/phase.ts'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import { diagnoseNode } from '../../../../src/lib/flows/agents/doctor-node.ts'
import { readStatuses } from '../../../../src/lib/flows/agents/read-statuses.ts'
import { sourceOf } from '../../../../src/lib/flows/documents/source.ts'
import { describeNodeDiagnosis } from '../../../../src/lib/render/doctor.ts'
import { hintsOfAll } from '../../../../src/lib/render/node-status.ts'
import { describeSource } from '../../../../src/lib/render/source.ts'
import { describeFailure } from '../../../../src/lib/words/describe.ts'
import { InProcess } from '../../../support/in-process.ts'
import { limits } from '../clusters.ts'
import { report, stored } from './reports.ts'
import { push, wait } from './waits.ts'

let world: InProcess

beforeEach(() => {
  world = new InProcess({ nodes: 1 })
})
afterEach(() => world[Symbol.dispose]())

const hintsIn = (text: string): readonly string[] => [...text.matchAll(/^ +hint: (.*)$/gm)].map(([, hint]) => hint!)

test.each<[Phase, string, readonly unknown[]]>([
  ['RolledBack', 'KubeletExits', [/^push a corrected document/, /bad forget [0-9a-f]{12} --node node-a$/]],
  ['DeadEnd', 'KubeletExits', [/^see on the node why/, /^or push a corrected document/]],
  ['Held', 'BalloonHoldsRoom', [/^give the room back first/]],
])('after %s, all views name the same ways on, once', async (phase, reason, expected) => {
  const awaited = await push(world, 'maxPods: 50\n', ['drain'])
  const assigned = await stored(world, globalTarget)
  report(world, 'node-a', { phase, assigned, problem: { reason } })
  const { failures } = await wait(world, { awaited })
  const { lines, hints } = describeFailure(failures[0]!)
  expect(hints).toEqual(expected.map((hint) => expect.stringMatching(hint as RegExp)))
  expect(JSON.stringify(lines)).not.toContain('hint:')
  const { rows } = await readStatuses(world.cluster, { by: 'all' }, limits)
  expect(hintsOfAll(rows)).toEqual(hints)
  expect(hintsIn(describeSource(await sourceOf(world.cluster, 'node-a', limits)))).toEqual(hints)
  const patient = { cluster: world.cluster, clock: world.clock, policies: [], version: '0.1.0' }
  expect(hintsIn(describeNodeDiagnosis(await diagnoseNode(patient, 'node-a', limits)))).toEqual(hints)
})
