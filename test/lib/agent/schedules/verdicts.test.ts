import { expect, jest, test } from '@jest/globals'
import type { Answer, Evidence } from '../../../../src/lib/agent/model/evidence.ts'
import { SimulatedMachine } from '../../../../src/lib/agent/simulated/machine.ts'
import { campaign } from './campaign.ts'

type Field = { [Name in keyof Evidence]: Evidence[Name] extends Answer ? Name : never }[keyof Evidence] & string

/**
 * What a real node may answer (agent/host/kubelet); of a kubelet without a process, `none` says as much as `unknown`, and an
 * unknown runtime as much as one that works. A decision that no schedule shows an answer of has no oracle.
 */
const answers: Readonly<Record<Field, readonly Answer['verdict'][]>> = {
  healthz: ['fail', 'none', 'pass'],
  lease: ['pass', 'unknown'],
  ready: ['fail', 'pass', 'unknown'],
  configz: ['fail', 'pass', 'unknown'],
  pods: ['fail', 'pass', 'unknown'],
  sandbox: ['fail', 'none', 'pass', 'unknown'],
  runtime: ['fail', 'pass'],
}

test('schedules show an agent each answer that a real node may give', () => {
  const probe = jest.spyOn(SimulatedMachine.prototype, 'probe')
  campaign({ seed: 1, count: 200 }, () => undefined)
  const shown = probe.mock.results.map(({ value }) => value as Evidence)
  const fields = Object.keys(answers) as Field[]
  const seen = fields.map((field) => [field, [...new Set(shown.map((one) => one[field].verdict))].toSorted()])
  expect(Object.fromEntries(seen)).toEqual(answers)
})
