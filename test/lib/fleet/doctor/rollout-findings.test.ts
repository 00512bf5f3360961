import { expect, test } from '@jest/globals'
import { type RolloutSeen, rolloutFindingsOf } from '../../../../src/lib/fleet/doctor/rollout-findings.ts'
import { NoRolloutPolicy } from '../../../../src/lib/fleet/rollout/rollout-flow-messages.ts'
import { describe, messageOf } from '../../../../src/lib/message/describe.ts'
import { controllerManifests } from '../../../../src/lib/rollouts/manifests/controller-manifests.ts'
import { defaultPolicy, type RolloutPolicy } from '../../../../src/lib/rollouts/policy.ts'
import { isLocalImage } from '../../../../src/lib/rollouts/probe.ts'
import { RolloutStateInvalid } from '../../../../src/lib/rollouts/rollout-messages.ts'
import { type UserChange, userChanges } from '../../../../src/lib/rollouts/user-changes.ts'
import { documentOf, rolloutOf, SimulatedFleet } from '../../rollouts/simulated-fleet.ts'

const minute = 60_000
const names = Array.from({ length: 20 }, (_, i) => `node-${String(i + 1).padStart(2, '0')}`)
const wanted = controllerManifests({
  ...{ namespace: 'kube-system', image: 'x', replicas: 2, nodeSelector: undefined },
  ...{ setsPolicy: true, hasWebhook: true, monitoring: undefined },
}).filter(({ kind }) => kind === 'Role' || kind === 'ValidatingAdmissionPolicy')
const right = { command: 'rollout', verb: 'patch', resource: 'configmaps' } as const

interface Given {
  readonly minutes?: number
  readonly policy?: Partial<RolloutPolicy>
  /** What fails with the new document. */
  readonly broken?: boolean
  readonly change?: UserChange
  /** Since it was stored last. */
  readonly writtenAgoMs?: number
}

/** So many minutes after another document was stored, where all is as it should be; undefined: none was. */
function seenAfter({ minutes, policy, broken = false, change, writtenAgoMs = minute }: Given = {}): RolloutSeen {
  const fleet = new SimulatedFleet(
    names.map((name) => ({ name })),
    rolloutOf({ maxUnavailable: { kind: 'count', count: 5 }, ...policy }),
    (digest) => (broken && digest === 'new' ? 'fails' : 'works'),
  )
  if (minutes !== undefined) {
    fleet.desired = documentOf('new')
    fleet.pass(minutes * minute)
  }
  const { desired, now } = fleet
  const rollout =
    change === undefined ? fleet.rollout : userChanges[change](fleet.rollout, { by: 'jane', note: undefined, now })
  const reading = { kind: 'rollout', rollout } as const
  return {
    view: {
      stored: { uid: 'u', resourceVersion: '1', writtenAt: now - writtenAgoMs, reading },
      fleet: { members: fleet.nodes(), leftOut: [], ahead: [] },
      ...{ desired, now, pods: { kind: 'seen', signs: [], looked: new Set(names) } },
    },
    ...{ leads: true, isInstalled: true, objects: wanted.map((one) => ({ wanted: one, live: one })) },
    webhook: { kind: 'stands' },
    hasWebhook: true,
    ...{ missingPolicies: [], rights: [{ ...right, allowed: true }] },
  }
}

const healthy = ['RolloutPolicyThere', 'ControllerActs', 'ControllerObjectsThere', 'WebhookStands', 'AgentsFollow']
const reasonsOf = (seen: RolloutSeen) => {
  const { problems, care, works } = rolloutFindingsOf(seen)
  const [error, careful, good] = [problems, care, works].map((facts) => facts.map(({ reason }) => reason))
  return { error, care: careful, works: good }
}

test('where all is well, and nothing is rolled out, all works', () => {
  expect(reasonsOf(seenAfter())).toEqual({
    ...{ error: [], care: [], works: [...healthy, 'RolloutIdle', 'PoliciesThere', 'RightsThere'] },
  })
})

test('a rollout that goes on works, with what it waits for', () => {
  const { error, care, works } = reasonsOf(seenAfter({ minutes: 5 }))
  expect([error, care]).toEqual([[], []])
  expect(works).toContain('WaitsForNodes')
})

const without = (part: Partial<RolloutSeen>): RolloutSeen => ({ ...seenAfter(), ...part })
const withView = (seen: RolloutSeen, view: Partial<RolloutSeen['view']>): RolloutSeen => ({
  ...seen,
  view: { ...seen.view, ...view },
})
const reading = { kind: 'unreadable', because: RolloutStateInvalid({ fields: [] }) } as const
const [first, ...others] = wanted.map((one) => ({ wanted: one, live: one }))
const probe = { image: 'localhost/kubeletcfg:1.0', without: [] }
const because = NoRolloutPolicy()
const paused: RolloutPolicy['onFailure'] = 'pause'
const approvals = defaultPolicy.waves.map((wave) => ({ ...wave, approval: true }))
const never: RolloutPolicy['windows'] = [{ days: ['Mon'], from: 0, to: 1, timeZone: 'Europe/Atlantis' }]

test.each<[string, RolloutSeen, string]>([
  [
    'a state that nobody can read',
    withView(seenAfter(), { stored: { ...seenAfter().view.stored!, reading } }),
    'RolloutStateInvalid',
  ],
  ['a controller whose replicas are dead', without({ leads: false }), 'ControllerDoesNotAct'],
  [
    'a right that the controller lacks',
    without({ objects: [{ ...first!, live: undefined }, ...others] }),
    'ControllerObjectMissing',
  ],
  [
    'agents that run ahead',
    withView(seenAfter(), { fleet: { ...seenAfter().view.fleet, ahead: ['node-01'] } }),
    'AgentsDoNotFollow',
  ],
  [
    'a rollout that failed nodes have paused',
    seenAfter({ minutes: 60, broken: true, policy: { onFailure: paused } }),
    'RolloutPaused',
  ],
  [
    'a document that no kubelet could decode',
    withView(seenAfter(), { desired: { kind: 'unusable', because } }),
    'DesiredUnusable',
  ],
])('a problem is %s', (_, seen, reason) => {
  expect(reasonsOf(seen).error).toEqual([reason])
})

test.each<[string, RolloutSeen, string]>([
  ['no policy', withView(seenAfter(), { stored: undefined }), 'NoRolloutPolicy'],
  ['no controller', without({ leads: false, isInstalled: false }), 'ControllerNotThere'],
  ['a controller that nobody may look at', without({ leads: undefined }), 'RolloutNotLookedAt'],
  ['rights of the controller that nobody may look at', without({ objects: undefined }), 'RolloutNotLookedAt'],
  [
    'a right of another version',
    without({ objects: [{ ...first!, live: { ...first!.wanted, rules: [], spec: {} } }, ...others] }),
    'ControllerObjectDiffers',
  ],
  [
    'no node that would follow',
    withView(seenAfter(), { fleet: { members: [], leftOut: [], ahead: [] } }),
    'NoNodesToRollOut',
  ],
  ['an image of probes in no registry', seenAfter({ policy: { probe } }), 'ProbeImageLocal'],
  ['a document that was aborted', seenAfter({ minutes: 120, broken: true }), 'RolloutRefused'],
  ['a rollout that somebody has paused', seenAfter({ minutes: 5, change: 'pause' }), 'RolloutPaused'],
  ['an approval that is missing', seenAfter({ minutes: 60, policy: { waves: approvals } }), 'WaitsForApproval'],
  ['windows that never open', seenAfter({ minutes: 60, policy: { windows: never } }), 'OutsideWindows'],
  ['a rollout that does not move', seenAfter({ minutes: 5, writtenAgoMs: 120 * minute }), 'RolloutStands'],
  [
    'a rollout that nobody moves',
    {
      ...withView(seenAfter({ minutes: 5 }), { now: seenAfter({ minutes: 5 }).view.now + 20 * minute }),
      leads: false,
      isInstalled: false,
    },
    'RolloutNotYetMoved',
  ],
  [
    'nodes that fail, but not too many',
    seenAfter({ minutes: 5, broken: true, policy: { maxFailures: 9 } }),
    'NodesFailed',
  ],
  [
    'pods that nobody may look at',
    withView(seenAfter({ minutes: 5 }), { pods: { kind: 'unread', because } }),
    'RolloutNotLookedAt',
  ],
  [
    'policies of agents that are missing',
    without({ missingPolicies: ['kubeletcfg-agent-own-node'] }),
    'PoliciesMissing',
  ],
  ['policies that nobody may look at', without({ missingPolicies: undefined }), 'NotLookedAt'],
  ['what you may not do', without({ rights: [{ ...right, allowed: false }] }), 'RightsMissing'],
])('to be taken care of: %s', (_, seen, reason) => {
  const found = reasonsOf(seen)
  expect(found.care).toContain(reason)
  expect(found.error).toEqual([])
})

test('a rollout that waits for as long as it may does not stand', () => {
  const limitMs = defaultPolicy.nodeDeadlineMs + defaultPolicy.soakMs + 30 * minute
  const stands = (writtenAgoMs: number) =>
    reasonsOf(seenAfter({ minutes: 5, writtenAgoMs })).care!.includes('RolloutStands')
  expect([stands(limitMs), stands(limitMs + 1)]).toEqual([false, true])
})

test('of two roles with one name, the one that is missing is told by its namespace', () => {
  const { problems } = rolloutFindingsOf(without({ objects: [{ ...first!, live: undefined }] }))
  expect(messageOf(problems[0]!)).toBe('role/kubeletcfg-controller in kube-system of the controller is missing')
})

test('what is wrong names a way on', () => {
  const seen = [
    without({ leads: false }),
    without({ leads: false, isInstalled: false }),
    without({ objects: [{ ...first!, live: undefined }] }),
    seenAfter({ policy: { probe } }),
    seenAfter({ minutes: 5, writtenAgoMs: 120 * minute }),
    withView(seenAfter(), { fleet: { ...seenAfter().view.fleet, ahead: ['node-01'] } }),
  ]
  for (const { problems, care } of seen.map(rolloutFindingsOf))
    for (const fact of [...problems, ...care]) expect(describe(fact).hints).not.toEqual([])
})

test.each([
  ['localhost/kubeletcfg:1.0', true],
  ['localhost:5000/kubeletcfg', false],
  ['IMAGE', true],
  ['registry.example/kubeletcfg:1.0', true],
  ['ghcr.io/localhost/kubeletcfg', false],
  ['registry.example.com/kubeletcfg', false],
  ['kubeletcfg:1.0', false],
])('whether a node could pull %s', (image, isLocal) => {
  expect(isLocalImage(image)).toBe(isLocal)
})

test.each<[RolloutSeen['webhook'], boolean, object]>([
  [{ kind: 'stands' }, false, { works: ['WebhookStands'] }],
  [{ kind: 'not-configured' }, true, { care: ['WebhookMissing'] }],
  [{ kind: 'not-configured' }, false, {}],
  [{ kind: 'silent' }, false, { error: ['WebhookSilent'] }],
  [{ kind: 'blocks' }, false, { error: ['WebhookBlocks'] }],
  [{ kind: 'unknown', because: { reason: 'AccessDenied' } }, true, { care: ['WebhookNotTried'] }],
  [{ kind: 'unknown', because: { reason: 'AccessDenied' } }, false, {}],
])('a webhook is looked at: %j, served by the controller: %s', (webhook, hasWebhook, expected) => {
  const { problems, care, works } = rolloutFindingsOf({ ...seenAfter(), webhook, hasWebhook })
  const about = (facts: typeof works) =>
    facts.map(({ reason }) => reason).filter((reason) => reason.startsWith('Webhook'))
  const found = Object.entries({ error: about(problems), care: about(care), works: about(works) })
  expect(Object.fromEntries(found.filter(([, reasons]) => reasons.length > 0))).toEqual(expected)
})
