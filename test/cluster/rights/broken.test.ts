import { expect, test } from '@jest/globals'
import pMap from 'p-map'
import { agent, balloon, controller, reconciler } from '../../../src/lib/names.ts'
import { applyObjects } from '../kubectl.ts'
import { partOf } from '../part.ts'
import type { Impersonated } from './api.ts'
import { concerning, type Denial, denialsOf, isMissed, isTooMuch, type Limited, writesOf } from './break.ts'
import { documents, operator, other, own, unmanaged, writer } from './names.ts'
import { prepareRights } from './prepare.ts'
import * as scene from './scene.ts'
import { stranger, subjectOf, users } from './subjects.ts'
import { offKey, type Switch, switchable } from './switches.ts'
import type { Thing } from './thing.ts'
import type { Case } from './walk.ts'

const prepared = prepareRights()

const account = (name: string, namespace: string) => `system:serviceaccount:${namespace}:${name}`
const agentOf = (node: string) => account(`${agent.serviceAccountPrefix}${node}`, documents)
const claim = (node: string) => ({ extra: { 'authentication.kubernetes.io/node-name': [node] } })

/** Another of its kind is enough to be denied for. */
const isSpare = ({ resource, name }: Thing): boolean =>
  (resource === 'nodes' && name !== own) || name === 'rights-pod' || name === 'rights-other'

/** Whom the policies limit, with each kind of token. */
function limited(switches: readonly Switch[] = []): readonly Limited[] {
  const subject = (name: string, ...resources: readonly string[]) => {
    const found = subjectOf(prepared().named(name), prepared().pods)
    return { ...found, things: found.things.filter((one) => resources.includes(one.resource) && !isSpare(one)) }
  }
  const ofAgent = subject('agent', 'nodes', 'events', 'serviceaccounts')
  const tokens = subject('agent', 'serviceaccounts')
  return [
    { subject: ofAgent, who: { user: agentOf(own), ...claim(own) } },
    { subject: tokens, who: { user: agentOf(own), ...claim(other) } },
    { subject: tokens, who: { user: agentOf(own) } },
    { subject: { ...ofAgent, things: scene.things.unmanaged }, who: { user: agentOf(unmanaged) } },
    {
      subject: subject('agent', 'events'),
      who: { user: account(agent.sharedServiceAccount, documents), ...claim(own) },
    },
    {
      subject: subject('reconciler', 'nodes', 'pods', 'leases', 'events'),
      // The policy of operators limits its resizes, too.
      who: {
        user: account(reconciler.name, reconciler.namespace),
        extra: { [offKey]: reachOf(switches, balloon.policy) },
      },
    },
    // Two policies limit its writes of documents, and one of them all others.
    ...[
      { off: controller.name, resources: ['configmaps'] },
      { off: 'kubeletcfg-document-writers', resources: ['configmaps', 'leases', 'events', 'pods', 'secrets'] },
    ].map(({ off, resources }) => ({
      subject: subject('controller', ...resources),
      who: {
        user: account(controller.name, controller.namespace),
        extra: { [offKey]: reachOf(switches, off) },
      },
    })),
    { subject: subject('operator', 'pods', 'configmaps'), who: { user: operator } },
    { subject: { ...stranger, things: scene.things.writers }, who: users.stranger },
  ]
}

/** Without them, the policy sees nothing. */
const reachOf = (switches: readonly Switch[], policy: string): readonly string[] =>
  switches.filter((one) => one.policy === policy && one.kind === 'reach').map(({ id }) => id)

/** Whom the policies are not about, or not always. */
const outsiders: readonly Impersonated[] = [
  { user: 'rights-administrator', groups: ['system:masters'] },
  users.stranger,
  { user: account('generic-garbage-collector', 'kube-system') },
]

/**
 * Conditions that deny nothing today, because the API server itself keeps what they keep: objects of these kinds have no
 * other part that a client could change there. They are about parts that Kubernetes may add (ADR 35).
 */
const parts = [
  'an agent does not change the spec of its Node',
  'the reconciler changes nothing of a Node but its cordon',
  'the reconciler writes no metadata of its Lease',
  'the controller writes no metadata of its Lease',
]
const isForLater = ({ message = '', text }: Switch): boolean =>
  parts.includes(message) && /dyn\((old)?[oO]bject\)\.all|variables\.oldObject\.all/.test(text)

test('without any one of their conditions, the policies take a request that they deny, or deny one too many', async () => {
  const started = Date.now()
  const { world } = prepared()
  await applyObjects([scene.bound('rights-everything', ...limited().map(({ who }) => who.user), writer)])
  const broken = scene
    .manifests()
    .filter(({ kind }) => kind === 'ValidatingAdmissionPolicy')
    .map(switchable)
  await applyObjects(broken.map(({ policy }) => policy))
  const switches = broken.flatMap((one) => one.switches)
  const denials: Denial[] = []
  const cases: Case[] = []
  for (const one of limited(switches)) {
    const writes = await writesOf(world, one)
    cases.push(...writes)
    denials.push(...(await denialsOf(world, one.who, writes)))
  }

  const tried = partOf(switches)
  const found = await pMap(
    tried,
    async (one) => ({
      ...one,
      how: one.kind === 'limit' ? await isTooMuch(world, one, cases, outsiders) : await isMissed(world, one, denials),
    }),
    { concurrency: 2 },
  )
  const unnoticed = found.filter(({ how }) => how === undefined)
  const counts = {
    requests: cases.length,
    denied: denials.length,
    conditions: tried.length,
    unnoticed: unnoticed.length,
  }
  const seconds = Math.round((Date.now() - started) / 1000)
  process.stderr.write(`rights: without one condition: ${JSON.stringify({ ...counts, seconds })}\n`)
  const told = unnoticed.map((one) => ({
    ...one,
    tried: concerning(one, denials)
      .map(({ one: { what } }) => what)
      .slice(0, 3),
  }))
  expect(told.filter((one) => !isForLater(one))).toEqual([])
}, 600_000)
