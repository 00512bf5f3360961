import { expect, test } from '@jest/globals'
import type { FailedCheck, Probe, ProbeCheck, ProbeMoment, ProbeOutcome } from '../../../src/lib/rollouts/probe.ts'
import { judgeBaseline, judgeProbes, type ProbeVerdict } from '../../../src/lib/rollouts/probe-evidence.ts'
import type { Progress } from '../../../src/lib/rollouts/rollout.ts'
import type { RolloutNode } from '../../../src/lib/rollouts/rollout-node.ts'
import { begun, documentOf } from './simulated-fleet.ts'

const minute = 60_000
const now = begun + 20 * minute
const iso = (at: number): string => new Date(at).toISOString()

const progressOf = (admitted: readonly string[], canaries = ['canary']): Progress => {
  const { kind: _, ...candidate } = documentOf('new')
  return {
    ...{ phase: 'Progressing', candidate: { ...candidate, generation: 2 }, startedAt: iso(begun), canaries },
    gate: { nodes: admitted, upTo: 0, seed: 'new', since: iso(begun) },
    ...{ wave: 0, approvedWave: -1, late: [], soaksSince: undefined, cause: undefined },
    moves: [{ at: iso(begun + 15 * minute), upTo: 0, named: admitted.length }],
  }
}

const nodeOf = (name: string, digest: string, more: Partial<RolloutNode> = {}): RolloutNode => ({
  ...{ name, createdAt: '2026-01-01T00:00:00Z', order: undefined, stratum: '', ready: true },
  report: { kind: 'proven', digest, runs: digest },
  ...more,
})

const canary = nodeOf('canary', 'new')
const [other, another] = [nodeOf('other', 'old'), nodeOf('another', 'old')]

const failed = (...checks: readonly ProbeCheck[]): readonly FailedCheck[] =>
  checks.map((check) => ({ check, why: 'it says so' }))
const ended = (...checks: readonly ProbeCheck[]): ProbeOutcome => ({ kind: 'ended', failed: failed(...checks) })
const underWay: ProbeOutcome = { kind: 'under-way', why: undefined }
const noRoom: ProbeOutcome = { kind: 'no-room' }
const probe = (node: string, moment: ProbeMoment, outcome: ProbeOutcome, agoMs = minute): Probe => ({
  ...{ node, moment, outcome, generation: 2, madeAt: now - agoMs, toldAt: now - agoMs },
})

interface Says {
  readonly due?: readonly string[]
  readonly waits?: readonly string[]
  readonly against?: Readonly<Record<string, readonly ProbeCheck[]>>
  readonly unclear?: Readonly<Record<string, readonly ProbeCheck[]>>
  readonly until?: number
}

const shortOf = (found: ProbeVerdict['against']) =>
  Object.fromEntries(found.map(({ node, failed: all }) => [node, all.map(({ check }) => check)]))
const saysOf = ({ due, waits, against, unclear, until }: ProbeVerdict) => ({
  due: due.map(({ node, moment }) => `${moment} ${node}`),
  ...{ waits, against: shortOf(against), unclear: shortOf(unclear), until },
})
const nothing = { due: [], waits: [], against: {}, unclear: {}, until: undefined }

test.each<[string, readonly Probe[], Says]>([
  ['there is none', [], { due: ['before canary'] }],
  ['it has not ended', [probe('canary', 'before', underWay)], { waits: ['canary'] }],
  ['it has passed', [probe('canary', 'before', ended())], {}],
  ['the cluster has no DNS', [probe('canary', 'before', ended('dns'))], {}],
  ['there is no room for it', [probe('canary', 'before', noRoom)], {}],
  [
    'it does not start',
    [probe('canary', 'before', ended('start'))],
    { unclear: { canary: ['start'] }, until: now + 9 * minute },
  ],
  [
    'it did not start ten minutes ago',
    [probe('canary', 'before', ended('start'), 10 * minute)],
    { due: ['before canary'] },
  ],
  [
    'its kubelet says nothing',
    [probe('canary', 'before', underWay, 3 * minute)],
    { unclear: { canary: ['start'] }, until: now + 7 * minute },
  ],
  [
    'it was made before the clock was set back',
    [probe('canary', 'before', ended(), -minute)],
    { due: ['before canary'] },
  ],
  ['it is of another document', [{ ...probe('canary', 'before', ended()), generation: 1 }], { due: ['before canary'] }],
])('before anybody has the candidate: %s', (_, probes, says) => {
  const nodes = [nodeOf('canary', 'old'), other]
  expect(saysOf(judgeBaseline({ progress: progressOf([]), nodes, probes, now }))).toEqual({ ...nothing, ...says })
})

const before = (...checks: readonly ProbeCheck[]) => probe('canary', 'before', ended(...checks), 10 * minute)
const withIt = (...checks: readonly ProbeCheck[]) => probe('canary', 'with', ended(...checks))
const again = (...checks: readonly ProbeCheck[]) => probe('canary', 'again', ended(...checks), 0)
const beside = (node: string, ...checks: readonly ProbeCheck[]) => probe(node, 'beside', ended(...checks), minute / 2)

test.each<[string, readonly Probe[], Says]>([
  ['there is none', [before()], { due: ['with canary'] }],
  ['it has not ended', [before(), probe('canary', 'with', underWay)], { waits: ['canary'] }],
  ['it has passed', [before(), withIt()], {}],
  ['there is no room for it', [before(), probe('canary', 'with', noRoom)], {}],
  ['what fails failed before', [before('dns'), withIt('dns')], {}],
  ['it did not start before', [before('start'), withIt('volume')], {}],
  [
    'what failed before ended only when it had the candidate',
    [{ ...before('dns'), toldAt: now - 2 * minute }, withIt('dns')],
    { due: ['beside other'] },
  ],
  [
    'nobody knows when what failed before ended',
    [{ ...before('dns'), toldAt: undefined }, withIt('dns')],
    { due: ['beside other'] },
  ],
  ['it fails: another node is asked', [before(), withIt('dns')], { due: ['beside other'] }],
  ['and that has not answered', [before(), withIt('dns'), probe('other', 'beside', underWay, 0)], { waits: ['other'] }],
  [
    'that fails nowhere else: it is tried once more',
    [before(), withIt('dns'), beside('other')],
    { due: ['again canary'] },
  ],
  ['and fails again', [before(), withIt('dns'), beside('other'), again('dns')], { against: { canary: ['dns'] } }],
  [
    'and does not start any more',
    [before(), withIt('dns'), beside('other'), again('start')],
    { against: { canary: ['dns'] } },
  ],
  ['and passes: it was over before', [before(), withIt('dns'), beside('other'), again()], {}],
  [
    'it was tried once more before the other node',
    [before(), withIt('dns'), beside('other'), probe('canary', 'again', ended('dns'), minute)],
    { due: ['again canary'] },
  ],
  [
    'one of two fails elsewhere, too',
    [before(), withIt('dns', 'logs'), beside('other', 'dns'), again('dns', 'logs')],
    { against: { canary: ['logs'] } },
  ],
  [
    'it fails elsewhere, too',
    [before(), withIt('dns'), beside('other', 'dns')],
    { unclear: { canary: ['dns'] }, until: now + 9 * minute },
  ],
  [
    'elsewhere, none starts',
    [before(), withIt('dns'), beside('other', 'start')],
    { unclear: { canary: ['dns'] }, until: now + 9 * minute },
  ],
  [
    'elsewhere, there is no room: the next one is asked',
    [before(), withIt('dns'), probe('other', 'beside', noRoom, 0)],
    { due: ['beside another'] },
  ],
  [
    'there is no room anywhere',
    [before(), withIt('dns'), probe('other', 'beside', noRoom, 0), probe('another', 'beside', noRoom, 0)],
    { unclear: { canary: ['dns'] }, until: now + 9 * minute },
  ],
  [
    'another node has passed before it failed here',
    [before(), withIt('dns'), probe('other', 'beside', ended(), 2 * minute)],
    { due: ['beside other'] },
  ],
  [
    'it has failed ten minutes ago, whatever that has said',
    [before(), probe('canary', 'with', ended('dns'), 10 * minute), beside('other', 'dns')],
    { due: ['with canary'] },
  ],
  ['nobody knows how it was before', [withIt('dns'), beside('other'), again('dns')], { against: { canary: ['dns'] } }],
  [
    'its kubelet says nothing',
    [before(), probe('canary', 'with', underWay, 3 * minute), probe('other', 'beside', ended(), 0), again('start')],
    { against: { canary: ['start'] } },
  ],
])('with the candidate: %s', (_, probes, says) => {
  const nodes = [canary, other, another]
  expect(saysOf(judgeProbes({ progress: progressOf(['canary']), nodes, probes, now }))).toEqual({ ...nothing, ...says })
})

test('where every node has the candidate, nobody knows why it fails', () => {
  const judged = { progress: progressOf(['canary']), nodes: [canary], probes: [before(), withIt('dns')], now }
  expect(saysOf(judgeProbes(judged))).toEqual({
    ...{ ...nothing, unclear: { canary: ['dns'] }, until: now + 9 * minute },
  })
})

test('what has passed since then is over, also where every node has the candidate', () => {
  const judged = { progress: progressOf(['canary']), nodes: [canary], probes: [before(), withIt('dns'), again()], now }
  expect(saysOf(judgeProbes(judged))).toEqual(nothing)
})

test('a node of the same kind is compared first', () => {
  const nodes = [
    nodeOf('canary', 'new', { stratum: 'arm' }),
    other,
    another,
    nodeOf('alike', 'old', { stratum: 'arm' }),
  ]
  const judged = { progress: progressOf(['canary']), nodes, probes: [before(), withIt('dns')], now }
  expect(saysOf(judgeProbes(judged))).toEqual({ ...nothing, due: ['beside alike'] })
})

test('a wave without canaries is tried on one node of each kind; nodes that have not proven it are not', () => {
  const kinds = ['arm', 'arm', 'amd'].map((stratum, index) => nodeOf(`node-${index}`, 'new', { stratum }))
  const working = nodeOf('late', 'new', { stratum: 'risc', report: { kind: 'working', digest: 'new', runs: 'old' } })
  const progress = progressOf([...kinds, working].map(({ name }) => name))
  const { due } = judgeProbes({ progress, nodes: [...kinds, working], probes: [], now })
  expect(due).toHaveLength(2)
  expect(due.map(({ node }) => node)).not.toContain('late')
})
