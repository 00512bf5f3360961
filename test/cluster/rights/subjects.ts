import type { Right } from '../../../src/lib/admission/right.ts'
import { agentRights } from '../../../src/lib/agent-manifests/agent-rights.ts'
import { agent, reconciler } from '../../../src/lib/names.ts'
import { cordonRights, operatorRights, reconcilerRights } from '../../../src/lib/sizing/rights.ts'
import type { Who } from './api.ts'
import * as scene from './scene.ts'
import type { Subject } from './walk.ts'
import { tokenOf } from './world.ts'

const { documents, balloons, own } = scene
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
    rights: agentRights({ namespace: documents, nodes: [own], documents: scene.documentsOfOwn, account }),
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
  { name: 'operator', who: { user: scene.operator }, rights: operatorRights },
  { name: 'holder of the role to cordon', who: { user: scene.cordoner }, rights: cordonRights },
]

/** The policies leave an agent its own Node, and Events of it. */
export const asAgent = (holder: Holder): Subject => ({
  ...{ ...holder, manager: agent.fieldManager, things: scene.thingsForAgents },
  isOwn: ({ name, resource }) => (resource === 'events' ? name === 'rights-own' : name === own || resource !== 'nodes'),
})
