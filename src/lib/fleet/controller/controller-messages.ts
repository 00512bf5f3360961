import type { Fact, Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { controller, rollout } from '../../names.ts'

/** What a controller reports, besides what it does with the rollout. */
export type ControllerFact =
  | FactOf<typeof ControllerFollows>
  | FactOf<typeof PolicyByDefault>
  | FactOf<typeof NoPolicyByDefault>
  | FactOf<typeof PolicyWasDeleted>
  | FactOf<typeof RolloutNotMoved>
  | FactOf<typeof ControllerNotLimited>
  | FactOf<typeof ControllerLimited>
  | FactOf<typeof DocumentNotAdmitted>
  | FactOf<typeof WebhookTrusted>
  | FactOf<typeof WebhookTroubled>
  | FactOf<typeof WebhookWorksAgain>
  | FactOf<typeof ReviewFailed>

export const ControllerFollows = message(
  'ControllerFollows',
  ({ namespace }: { namespace: string }) => `moving the rollouts of the global document in namespace ${namespace}`,
)

/** The controller has set it, because there was none. */
export const PolicyByDefault = message('PolicyByDefault', () => ({
  said: `there was no configmap/${rollout.configMap}: the default policy is set; from now on, a global document reaches the nodes in waves`,
  hints: ['to show it, run: kubeletcfg rollout get-policy', 'to end it, run: kubeletcfg rollout delete-policy'],
}))

export const NoPolicyByDefault = message('NoPolicyByDefault', ({ because }: { because: Fact }) => ({
  said: 'the default policy is not set, and a global document reaches all nodes at once',
  because,
}))

export const PolicyWasDeleted = message('PolicyWasDeleted', () => ({
  said: 'the rollout policy was deleted: a global document reaches all nodes at once',
  hints: ['to set one, run: kubeletcfg rollout set-policy'],
}))

/** It is tried again. */
export const RolloutNotMoved = message('RolloutNotMoved', ({ because }: { because: Fact }) => ({
  said: 'the rollout stands where it is; trying again',
  because,
}))

/** No policy denied what the controller must not write: a document of a node, tried as a dry run. */
export const ControllerNotLimited = message('ControllerNotLimited', () => ({
  said: 'no policy limits what this ServiceAccount writes: whoever has its token can write the documents of all nodes',
  hints: [
    `apply what kubeletcfg controller manifests prints: the ValidatingAdmissionPolicy ${controller.name} and its binding`,
  ],
}))

export const ControllerLimited = message('ControllerLimited', () => 'a policy limits what this ServiceAccount writes')

/** Whoever wanted to store it has read why. */
export const DocumentNotAdmitted = message(
  'DocumentNotAdmitted',
  ({ subject, because }: { subject: Subject; because: Fact }) => ({
    said: `configmap/${subject.name} was not stored`,
    because,
  }),
)

export const WebhookTrusted = message('WebhookTrusted', () => 'API servers ask, and trust, the webhook')

/** It is tried again. */
export const WebhookTroubled = message('WebhookTroubled', ({ because }: { because: Fact }) => ({
  said: 'cannot read or renew the certificates of the webhook; trying again',
  because,
}))

export const WebhookWorksAgain = message('WebhookWorksAgain', () => 'the certificates of the webhook can be read again')

/** An internal error. */
export const ReviewFailed = message('ReviewFailed', ({ subject, error }: { subject: Subject; error: string }) => ({
  said: `configmap/${subject.name} could not be reviewed, and the failure policy of the webhook decides: ${error}`,
  hints: ['this is an error in kubeletcfg: report it, with the document'],
}))
