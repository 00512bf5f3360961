import type { Fact, Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'
import { controller, rollout, webhook } from '../../names.ts'
import { humanDuration } from '../../quantity/age.ts'
import type { CauseFact, HoldFact, RolloutObjectFact } from '../../rollouts/rollout-messages.ts'
import type { RolloutIdle } from '../rollout/moved-messages.ts'
import type { NoNodesToRollOut, NoRolloutPolicy, RolloutNotYetMoved } from '../rollout/rollout-flow-messages.ts'
import type { NotLookedAt, PoliciesMissing, PoliciesThere, RightsMissing, RightsThere } from './node-doctor-messages.ts'

/** What the cluster shows about the rollouts of the global document. */
export type RolloutDoctorFact =
  | HoldFact
  | RolloutObjectFact
  | CauseFact
  | FactOf<typeof RolloutIdle>
  | FactOf<typeof NoRolloutPolicy>
  | FactOf<typeof NoNodesToRollOut>
  | FactOf<typeof RolloutNotYetMoved>
  | FactOf<typeof NotLookedAt>
  | FactOf<typeof PoliciesThere>
  | FactOf<typeof PoliciesMissing>
  | FactOf<typeof RightsThere>
  | FactOf<typeof RightsMissing>
  | FactOf<typeof RolloutPolicyThere>
  | FactOf<typeof ControllerActs>
  | FactOf<typeof ControllerDoesNotAct>
  | FactOf<typeof ControllerNotThere>
  | FactOf<typeof ControllerObjectsThere>
  | FactOf<typeof ControllerObjectMissing>
  | FactOf<typeof ControllerObjectDiffers>
  | FactOf<typeof AgentsFollow>
  | FactOf<typeof AgentsDoNotFollow>
  | FactOf<typeof RolloutStands>
  | FactOf<typeof ProbeImageLocal>
  | FactOf<typeof RolloutNotLookedAt>
  | FactOf<typeof WebhookNotTried>
  | FactOf<typeof WebhookStands>
  | FactOf<typeof WebhookMissing>
  | FactOf<typeof WebhookSilent>
  | FactOf<typeof WebhookBlocks>

interface None {
  readonly subject?: undefined
}

export const RolloutPolicyThere = message(
  'RolloutPolicyThere',
  ({ waves }: None & { waves: number }) =>
    `there is a rollout policy: a global document reaches the nodes in ${waves} ${waves === 1 ? 'wave' : 'waves'}`,
)

export const ControllerActs = message('ControllerActs', (_: None) => 'the controller moves rollouts')

const inNamespace = `--namespace=${controller.namespace}`
const apply =
  'apply it again, of the version of its image: kubeletcfg controller manifests --image IMAGE | kubectl apply -f -'

/** It has been installed. */
export const ControllerDoesNotAct = message('ControllerDoesNotAct', (_: None) => ({
  said: `deployment/${controller.name} is there, but no replica holds the Lease: nothing moves rollouts`,
  hints: [
    `see whether its pods run: kubectl get pods ${inNamespace} --selector=app.kubernetes.io/name=${controller.name}`,
    `see what they say: kubectl logs ${inNamespace} deployment/${controller.name}`,
    'until one does, rollouts are moved by: kubeletcfg rollout run',
  ],
}))

export const ControllerNotThere = message('ControllerNotThere', (_: None) => ({
  said: 'there is no controller: a rollout is moved only while kubeletcfg rollout run does',
  hints: ['to install it: kubeletcfg controller manifests --image IMAGE | kubectl apply -f -'],
}))

export const ControllerObjectsThere = message(
  'ControllerObjectsThere',
  (_: None) => 'the controller has its rights, and its policy of admission is there and bound',
)

/** A right that it lacks, or what limits its rights. */
export const ControllerObjectMissing = message('ControllerObjectMissing', ({ subject }: { subject: Subject }) => ({
  said: `${objectText(subject)} of the controller is missing${isPolicy(subject) ? ': whoever has its token can write the documents of all nodes' : ''}`,
  hints: [apply],
}))

/** It may be of another version. */
export const ControllerObjectDiffers = message(
  'ControllerObjectDiffers',
  ({ subject, fields }: { subject: Subject; fields: readonly string[] }) => ({
    said: `${objectText(subject)} of the controller is not as this version prints it: ${namesIn(fields)}`,
    hints: [apply],
  }),
)

/** Its roles have one name, in two namespaces. */
function objectText(subject: Subject): string {
  const where = 'namespace' in subject && subject.namespace !== undefined ? ` in ${subject.namespace}` : ''
  return `${subject.kind.toLowerCase()}/${subject.name}${where}`
}
const isPolicy = ({ kind }: Subject): boolean => kind.startsWith('ValidatingAdmissionPolicy')

export const AgentsFollow = message(
  'AgentsFollow',
  ({ nodes }: None & { nodes: number }) =>
    `all agents that get the global document follow rollouts, on ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`,
)

/** They are older than rollouts, or their rights are. */
export const AgentsDoNotFollow = message('AgentsDoNotFollow', ({ nodes }: None & { nodes: readonly string[] }) => ({
  said: `agents that do not follow rollouts get a global document at once: ${namesIn(nodes)}`,
  hints: [
    `let them read configmap/${rollout.configMap}: kubeletcfg agent manifests | kubectl apply -f -`,
    'upgrade those that are older than rollouts: kubeletcfg agent install',
  ],
}))

/** All that it waits for has an end, which is long over. */
export const RolloutStands = message('RolloutStands', ({ forMs, leads }: None & { forMs: number; leads: boolean }) => ({
  said: `the rollout has not moved for ${humanDuration(forMs)}, which is longer than what it waits for takes`,
  hints: [
    'see what it waits for: kubeletcfg rollout status',
    ...(leads ? [`see what the controller says: kubectl logs ${inNamespace} deployment/${controller.name}`] : []),
    'move it, and see what keeps it: kubeletcfg rollout run --once',
  ],
}))

/** Tried with a document that no kubelet accepts. */
export const WebhookStands = message(
  'WebhookStands',
  (_: None) => 'a document that kubelets refuse is not stored, whoever writes it',
)

export const WebhookMissing = message('WebhookMissing', (_: None) => ({
  said: `whatever is written by other programs than kubeletcfg is stored unchecked: there is no validatingwebhookconfiguration/${webhook.configuration}`,
  hints: ['to check it: kubeletcfg controller webhook | kubectl apply -f -'],
}))

/** The document of the dry run was refused for another reason, or the configuration may not be read. */
export const WebhookNotTried = message('WebhookNotTried', ({ because }: None & { because: Fact }) => ({
  said: 'not tried whether a document that kubelets refuse would be stored',
  because,
}))

const webhookHints = [
  `see what it says: kubectl logs ${inNamespace} deployment/${controller.name}`,
  'apply it again, with the current authority: kubeletcfg controller webhook | kubectl apply -f -',
]

export const WebhookSilent = message('WebhookSilent', (_: None) => ({
  said: `validatingwebhookconfiguration/${webhook.configuration} is there, and the webhook does not answer API servers: whatever is written is stored unchecked`,
  hints: webhookHints,
}))

export const WebhookBlocks = message('WebhookBlocks', (_: None) => ({
  said: 'no document can be stored: the webhook does not answer API servers, and its failure policy is Fail',
  hints: webhookHints,
}))

/** What `npm run build:image` makes is in no registry. */
export const ProbeImageLocal = message('ProbeImageLocal', ({ image }: None & { image: string }) => ({
  said: `the image of the probes is ${image}, which nodes cannot pull: where it is not there, no probe starts, and nobody gets a document`,
  hints: [
    'name one of a registry in probe.image: kubeletcfg rollout get-policy > policy.yaml, then kubeletcfg rollout set-policy -f policy.yaml',
  ],
}))

type Unseen = 'controller' | 'its-objects' | 'pods' | 'probes'

/** It may not be read. */
export const RolloutNotLookedAt = message(
  'RolloutNotLookedAt',
  ({ what }: None & { what: Unseen }) => `not looked at: ${parts[what]}`,
)

const parts: Readonly<Record<Unseen, string>> = {
  controller: `the controller: its Lease and its Deployment in ${controller.namespace} may not be read`,
  'its-objects': 'the rights and the policy of the controller: they may not be read, or are not served',
  pods: 'pods of nodes with the document: they may not be read, and whether they hold the rollout is not known',
  probes: 'pods that try kubelets: they may not be read, and whether they hold the rollout is not known',
}
