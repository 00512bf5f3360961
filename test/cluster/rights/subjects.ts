import type { Right } from '../../../src/lib/admission/right.ts'
import { agentRights } from '../../../src/lib/agent/manifests/agent-rights.ts'
import { leftToOthers } from '../../../src/lib/agent/manifests/writers-policies.ts'
import { agent, balloon, controller, document, reconciler, rollout, webhook } from '../../../src/lib/names.ts'
import { controllerRights, webhookRights } from '../../../src/lib/rollouts/manifests/controller-rights.ts'
import { cordonRights, operatorRights, reconcilerRights } from '../../../src/lib/sizes/manifests/rights.ts'
import type { Who } from './api.ts'
import * as names from './names.ts'
import { probePods, usualProbe } from './probe-pods.ts'
import * as scene from './scene.ts'
import type { Thing } from './thing.ts'
import { cordonings, events, reports, resizes, tokens } from './together.ts'
import type { Subject } from './walk.ts'
import { tokenOf } from './world.ts'

const { balloons, documents, own } = names
const { things } = scene
const account = `${agent.serviceAccountPrefix}${own}`

/** Whom we print a role for. */
export interface Holder {
  readonly name: string
  readonly who: Who
  readonly rights: readonly Right[]
}

export const holders = async (): Promise<readonly Holder[]> => [
  {
    ...{ name: 'agent', who: { token: await tokenOf(account, documents, own) } },
    rights: agentRights({ namespace: documents, nodes: [own], documents: scene.readByOwn, account }),
  },
  {
    name: 'agent of the DaemonSet',
    who: { token: await tokenOf(agent.sharedServiceAccount, documents, own) },
    rights: agentRights({ namespace: documents, nodes: undefined, documents: undefined, account: undefined }),
  },
  {
    ...{ name: 'reconciler', who: { token: await tokenOf(reconciler.name, reconciler.namespace) } },
    rights: reconcilerRights(balloons, reconciler.namespace),
  },
  {
    ...{ name: 'controller', who: { token: await tokenOf(controller.name, controller.namespace) } },
    rights: [...controllerRights(documents), ...webhookRights],
  },
  { name: 'operator', who: { user: names.operator }, rights: operatorRights },
  { name: 'holder of the role to cordon', who: { user: names.cordoner }, rights: cordonRights },
]

const hasRightTo = ({ rights }: Holder, resource: string) =>
  rights.some(({ resources }) => resources.includes(resource))

/** The policies leave an agent its own Node, and Events of it. */
const asAgent = (holder: Holder): Subject => ({
  ...{ ...holder, manager: agent.fieldManager, things: things.agents },
  isOwn: ({ name, resource }) => (resource === 'events' ? name === 'rights-own' : name === own || resource !== 'nodes'),
  more: [
    ...reports(holder.name, (node) => node === own, [own, names.other]),
    ...events(holder.name),
    // The agents of a DaemonSet get theirs from the kubelet.
    ...(hasRightTo(holder, 'serviceaccounts/token') ? tokens(holder.name, account) : []),
  ],
})

interface Pods {
  readonly balloonPod: Thing
  readonly others: readonly Thing[]
}

const ofNodesize = (holder: Holder, { balloonPod, others }: Pods) => ({
  ...{ ...holder, manager: balloon.fieldManager, things: things.nodesize(balloonPod) },
  isOwn: ({ name, resource }: Thing) => resource !== 'pods' || name === balloonPod.name,
  more: hasRightTo(holder, 'pods/resize') ? resizes(holder.name, balloonPod, others) : [],
})

/** The reconciler cordons any Node, resizes balloons, and tells in its own name. */
const asReconciler = (holder: Holder, pods: Pods): Subject => {
  const { isOwn, more, ...rest } = ofNodesize(holder, pods)
  const names: Readonly<Record<string, readonly string[]>> = {
    leases: [reconciler.name],
    events: ['rights-reconciler', 'rights-noted-reconciler'],
  }
  return {
    ...rest,
    isOwn: (thing) => isOwn(thing) && (names[thing.resource]?.includes(thing.name) ?? true),
    nameOfNew: ({ resource }) => (resource === 'leases' ? reconciler.name : 'rights-new'),
    more: [...more, ...cordonings(holder.name)],
  }
}

/** The controller writes the object of rollouts, its Lease and probes, and tells of that object in its own name. */
const asController = (holder: Holder): Subject => {
  const names: Readonly<Record<string, readonly string[]>> = {
    configmaps: [rollout.configMap],
    leases: [controller.name],
    events: ['rights-controller', 'rights-noted-controller'],
    pods: [scene.probe.name],
    secrets: [webhook.secret],
    validatingwebhookconfigurations: [webhook.configuration],
  }
  return {
    ...{ ...holder, manager: rollout.fieldManager, things: things.controller },
    isOwn: ({ name, resource }) => names[resource]?.includes(name) ?? false,
    nameOfNew: ({ resource }) => (resource === 'events' ? 'rights-new' : (names[resource]?.[0] ?? 'rights-new')),
    newOf: ({ resource }) => (resource === 'pods' ? usualProbe : undefined),
    more: probePods(holder.name),
  }
}

/** A subject of each kind of holder. */
export function subjectOf(holder: Holder, pods: Pods): Subject {
  if (holder.name.startsWith('agent')) return asAgent(holder)
  if (holder.name === 'controller') return asController(holder)
  return holder.name === 'reconciler' ? asReconciler(holder, pods) : ofNodesize(holder, pods)
}

/** RBAC grants them everything. */
export const users = {
  writer: { user: names.writer },
  stranger: { user: names.stranger },
} as const

const isOfOther = (name: string): boolean => name.startsWith(`${names.other}-`)

/** Somebody whom the policies do not call a writer. */
export const stranger: Subject = {
  ...{ name: 'user who is no writer', who: users.stranger, manager: 'kubectl', hasAll: true, isOwn: () => true },
  rights: leftToOthers(documents, scene.documentsOfOwn, scene.revisionOfOwn),
  things: things.writers.filter(({ name, resource }) => resource !== 'configmaps' || !isOfOther(name)),
  nameOfNew: ({ resource }) =>
    ({
      configmaps: `rights-new${document.nodeSuffix}`,
      controllerrevisions: `rights-new${document.nodeSuffix}-1`,
    })[resource] ?? 'rights-new',
}

/** The same requests: a writer may make all of them. */
export const writer: Subject = { ...stranger, name: 'writer', who: users.writer }
