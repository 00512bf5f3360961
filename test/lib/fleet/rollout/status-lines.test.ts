import { expect, test } from '@jest/globals'
import type { RolloutStatus } from '../../../../src/lib/fleet/rollout/output.ts'
import { failuresOf, rolloutStatusView } from '../../../../src/lib/fleet/rollout/output.ts'
import {
  AgentOptsOut,
  NoRolloutPolicy,
  OwnDocumentCounts,
} from '../../../../src/lib/fleet/rollout/rollout-flow-messages.ts'
import { lineChanges, type Screen, statusLines } from '../../../../src/lib/fleet/rollout/status-lines.ts'
import { waveAscii, waveBar, waveBlocks } from '../../../../src/lib/fleet/rollout/wave-bar.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import { nodeSubject } from '../../../../src/lib/message/fact.ts'
import type { RolloutPolicy, WaveSize } from '../../../../src/lib/rollouts/policy.ts'
import {
  type FailedCheck,
  type ProbeMoment,
  type ProbePolicy,
  probeMoments,
} from '../../../../src/lib/rollouts/probe.ts'
import { documentOf, rolloutOf, SimulatedFleet } from '../../rollouts/simulated-fleet.ts'

const names = Array.from({ length: 20 }, (_, i) => `node-${String(i + 1).padStart(2, '0')}`)
const wave = (to: WaveSize) => ({ to, soakMs: undefined, approval: false })

/** As it is so many minutes after another document was stored. */
function statusAfter(
  minutes: number,
  { policy = {}, broken = [] }: { policy?: Partial<RolloutPolicy>; broken?: readonly string[] } = {},
): RolloutStatus {
  const fleet = new SimulatedFleet(
    names.map((name) => ({ name })),
    rolloutOf({ maxUnavailable: { kind: 'count', count: 5 }, ...policy }),
    (digest, { name }) => (digest === 'new' && broken.includes(name) ? 'fails' : 'works'),
  )
  fleet.desired = documentOf('new')
  fleet.pass(minutes * 60_000)
  const { rollout, desired, now } = fleet
  return {
    view: { stored: undefined, desired, fleet: { members: fleet.nodes(), leftOut: [], ahead: [] }, now },
    ...{ rollout, leads: true },
  }
}

const texts = (status: RolloutStatus, screen?: Screen) => statusLines(status, screen).map(({ text }) => text)
const screen = (width: number): Screen => ({ width, glyphs: waveAscii })

test.each([
  ['nobody', { nodes: 8, admitted: 0, well: 0, failed: 0 }, '░░░░░░░░'],
  ['on the way', { nodes: 8, admitted: 4, well: 2, failed: 0 }, '██▒▒░░░░'],
  ['one of many', { nodes: 800, admitted: 1, well: 0, failed: 0 }, '▒░░░░░░░'],
  ['all but one', { nodes: 800, admitted: 800, well: 799, failed: 0 }, '███████▒'],
  ['one failed of many', { nodes: 800, admitted: 800, well: 799, failed: 1 }, '███████×'],
  ['all', { nodes: 3, admitted: 3, well: 3, failed: 0 }, '████████'],
  ['all failed', { nodes: 3, admitted: 3, well: 0, failed: 3 }, '××××××××'],
  ['a wave that nobody is left of', { nodes: 0, admitted: 0, well: 0, failed: 0 }, '░░░░░░░░'],
])('a bar of %s', (_, nodes, expected) => {
  expect(waveBar(nodes, { glyphs: waveBlocks, width: 8 })).toBe(expected)
})

test('a terminal gets a bar for each wave, as wide as it allows', () => {
  const status = statusAfter(25)
  expect(texts(status, screen(80)).slice(1, 5)).toEqual([
    '  canary  ########################  1 of 1 well',
    '  10%     ############============  1 of 2 well, 1 on the way',
    '  50%     ........................  10 nodes',
    '  100%    ........................  20 nodes',
  ])
  expect(texts(status, screen(54)).slice(1, 5)).toEqual([
    '  canary  ##############  1 of 1 well',
    '  10%     #######=======  1 of 2 well, 1 on the way',
    '  50%     ..............  10 nodes',
    '  100%    ..............  20 nodes',
  ])
  expect(texts(status, screen(40)).slice(1, 5)).toEqual([
    '  canary  1 of 1 well',
    '  10%     1 of 2 well, 1 on the way',
    '  50%     10 nodes',
    '  100%    20 nodes',
  ])
  expect(texts(status).slice(1, 5)).toEqual([
    '  wave canary: done, 1 of 1 nodes admitted, 1 well',
    '  wave 10%: current, 2 of 2 nodes admitted, 1 well',
    '  wave 50%: to come, 10 nodes',
    '  wave 100%: to come, 20 nodes',
  ])
})

test.each([80, 54, 40])('lines of waves fit into %i columns', (width) => {
  for (const minutes of [5, 25, 60])
    for (const text of texts(
      statusAfter(minutes, { broken: names.slice(0, 3), policy: { maxFailures: 9 } }),
      screen(width),
    ))
      if (/^ {2}(canary|\d+%)/.test(text)) expect(text.length).toBeLessThanOrEqual(width)
})

test('a wave of many names says how many', () => {
  const policy = {
    waves: [wave({ kind: 'nodes', names: names.slice(0, 12) }), wave({ kind: 'percent', percent: 100 })],
  }
  expect(texts(statusAfter(1, { policy }))[1]).toMatch(/^ {2}wave 12 named nodes: /)
})

test('nodes that failed for the same reason are one line', () => {
  const all = {
    waves: [wave({ kind: 'percent', percent: 100 })],
    maxUnavailable: { kind: 'count', count: 20 },
    maxFailures: 99,
  } as const
  const many = statusAfter(20, { policy: all, broken: names.slice(0, 12) })
  expect(texts(many).filter((text) => text.includes('failed ('))).toEqual([
    `  12 nodes failed (${names.slice(0, 10).join(', ')} and 2 more): the kubelet exits`,
  ])
  expect(rolloutStatusView.data(many)['failures']).toEqual([
    { reason: 'KubeletExits', message: 'the kubelet exits', nodes: names.slice(0, 12) },
  ])
  const one = statusAfter(20, { policy: all, broken: ['node-07'] })
  expect(texts(one)).toContain('  node-07 failed: the kubelet exits')
})

const probePolicy: ProbePolicy = { image: 'registry.example/kubeletcfg:1.0', without: [] }

/** On a canary that is well, with what pods that try kubelets have found at each moment. */
function statusWith(
  found: Partial<Record<ProbeMoment, readonly FailedCheck[]>>,
  probe: ProbePolicy = probePolicy,
): RolloutStatus {
  const status = statusAfter(25, { policy: { maxFailures: 9 } })
  const { view, rollout } = status
  const { generation, progress } = rollout
  const [canary] = progress!.canaries
  const others = view.fleet.members.map(({ name }) => name).filter((name) => name !== canary)
  const probes = probeMoments.flatMap((moment, index) => {
    const failed = found[moment]
    const nodes = moment === 'beside' ? others : [canary!]
    const outcome = { kind: 'ended', failed: failed ?? [] } as const
    const madeAt = view.now - 60_000 + index
    return failed === undefined ? [] : nodes.map((node) => ({ node, moment, generation, madeAt, outcome }))
  })
  return {
    ...status,
    rollout: { ...rollout, policy: { ...rollout.policy!, probe } },
    view: { ...view, probes: { kind: 'seen', probes } },
  }
}

const dns: readonly FailedCheck[] = [{ check: 'dns', why: 'ENOTFOUND' }]
const notRead = 'logs of pods that try kubelets: not looked at, whoever moves the rollout reads them'

test('a node that fails by what a probe has found is one that has failed', () => {
  const status = statusWith({ before: [], with: dns, beside: [], again: dns })
  const [canary] = status.rollout.progress!.canaries
  expect(failuresOf(status)).toMatchObject([{ reason: 'KubeletFailsProbe', nodes: [canary] }])
  expect(texts(status).join()).toContain(`${canary} failed: a new pod cannot resolve the name of the API server`)
})

test('who moves nothing says that nobody has looked at the logs of probes', () => {
  expect(texts(statusWith({ before: [] }))).toContain(notRead)
  expect(texts(statusWith({}))).not.toContain(notRead)
  expect(texts(statusWith({ before: [] }, { ...probePolicy, without: ['logs'] }))).not.toContain(notRead)
  expect(texts(statusAfter(25))).not.toContain(notRead)
})

test('who may not read probes says so', () => {
  const { view, ...status } = statusWith({ before: [] })
  const because = NoRolloutPolicy()
  expect(texts({ ...status, view: { ...view, probes: { kind: 'unread', because } } })).toContain(
    `pods that try kubelets cannot be read: ${messageOf(because)}`,
  )
})

test('a rollout that is taken back says why', () => {
  // Others have the document, and have to come back.
  const policy = {
    waves: [wave({ kind: 'percent', percent: 100 })],
    maxUnavailable: { kind: 'count', count: 20 },
  } as const
  const minutes = Array.from({ length: 15 }, (_, minute) => statusAfter(minute, { policy, broken: ['node-07'] }))
  const lines = statusLines(minutes.find(({ rollout }) => rollout.progress?.phase === 'Aborting')!)
  expect(lines[0]?.text).toMatch(/^Aborting: /)
  expect(lines[1]).toMatchObject({ text: expect.stringMatching(/^ {2}cause: node node-\d+ failed: /), tone: 'bad' })
})

test('a rollout that failed nodes have paused says how it goes on in spite of them, and how it ends', () => {
  const status = statusAfter(60, { broken: names, policy: { onFailure: 'pause' } })
  const lines = texts(status)
  const at = lines.findIndex((text) => text.startsWith('paused: node '))
  expect(lines.slice(at + 1)).toEqual([
    '  hint: to go on, run: kubeletcfg rollout resume',
    expect.stringMatching(/^ {2}hint: if they still fail, raise maxFailures .* set-policy -f policy\.yaml$/),
    expect.stringMatching(/^ {2}hint: to try the same document anew: .* kubeletcfg rollout retry$/),
    '  hint: to give it up, run: kubeletcfg rollout abort',
  ])
})

test('the way on is said again only with what is waited for', () => {
  const changesIn = lineChanges()
  const hintsOf = (status: RolloutStatus) => changesIn(statusLines(status)).filter(({ key }) => key.startsWith('hint'))
  const paused = statusAfter(60, { broken: names, policy: { onFailure: 'pause' } })
  expect([hintsOf(paused), hintsOf(paused), hintsOf(statusAfter(25))].map(({ length }) => length)).toEqual([4, 0, 0])
})

test('nodes that are left out are one for each reason, and how many more', () => {
  const status = statusAfter(1)
  const subjects = names.slice(0, 3).map((name) => nodeSubject(name))
  const leftOut = [
    ...subjects.map((subject) => OwnDocumentCounts({ subject })),
    AgentOptsOut({ subject: subjects[0]! }),
  ]
  const { fleet } = status.view
  expect(texts({ ...status, view: { ...status.view, fleet: { ...fleet, leftOut } } })).toContain(
    'left out: node/node-01 has a document of its own, and 2 more; node/node-01 opted out',
  )
})

test('a line is said again when more than the time has changed', () => {
  const changes = lineChanges()
  const first = statusLines(statusAfter(12))
  expect(changes(first)).toEqual(first)
  const { view, ...status } = statusAfter(12)
  expect(changes(statusLines({ ...status, view: { ...view, now: view.now + 60_000 } }))).toEqual([])
  const later = changes(statusLines(statusAfter(25)))
  expect(later.map(({ key }) => key.replace(/^wave \d+ /, 'wave '))).toEqual(
    expect.arrayContaining(['wave 0', 'wave 1']),
  )
})
