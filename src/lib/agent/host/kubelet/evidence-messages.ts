import type { Fact, FileSubject, Subject } from '../../../message/fact.ts'
import { type FactOf, message } from '../../../message/message.ts'

/** What a look at the kubelet showed, when it was not good, or could not be done. */
export type EvidenceFact =
  | FactOf<typeof HealthzNotAnswered>
  | FactOf<typeof HealthzNotOk>
  | FactOf<typeof HealthzOfAnother>
  | FactOf<typeof ReadyNotTrue>
  | FactOf<typeof OwnNodeNotThere>
  | FactOf<typeof ConfigzDiffers>
  | FactOf<typeof ConfigzNotAnswered>
  | FactOf<typeof ConfigzRefused>
  | FactOf<typeof ConfigzNotUnderstood>
  | FactOf<typeof KubeletNotRecognized>
  | FactOf<typeof AgentTokenNotRead>
  | FactOf<typeof NoAgentToken>
  | FactOf<typeof DocumentNotOnDisk>
  | FactOf<typeof KubeletFilesRefused>
  | FactOf<typeof KubeletFileNotRead>
  | FactOf<typeof KubeletNotRunning>
  | FactOf<typeof PodsLost>
  | FactOf<typeof PodsBeforeNotKnown>
  | FactOf<typeof SandboxesNotMade>
  | FactOf<typeof NoSandboxSince>
  | FactOf<typeof RuntimeNotAnswering>
  | FactOf<typeof RuntimeNotKnown>
  | FactOf<typeof KubeletNotSeen>
  | FactOf<typeof ApiServerNotRead>

export interface LostPod {
  readonly pod: Subject
  /** Of the pod's status, such as OutOfpods; '' without. */
  readonly why: string
}

export const HealthzNotAnswered = message(
  'HealthzNotAnswered',
  ({ address, errno }: { address: string; errno: string }) =>
    `the kubelet does not answer at http://${address}/healthz: ${errno}`,
)

export const HealthzNotOk = message(
  'HealthzNotOk',
  ({ address, status }: { address: string; status: number }) =>
    `the kubelet is not healthy: http://${address}/healthz answers ${status}`,
)

/** Another process listens there: the kubelet could not, and goes on without. */
export const HealthzOfAnother = message(
  'HealthzOfAnother',
  ({ address }: { address: string }) =>
    `another process listens on ${address}, where the kubelet should report its health`,
)

export const ReadyNotTrue = message(
  'ReadyNotTrue',
  ({ ready }: { ready: 'False' | 'Unknown' }) => `the Node is not ready: Ready is ${ready}`,
)

export const OwnNodeNotThere = message('OwnNodeNotThere', () => 'the Node does not exist')

/** `fields`: without their values, which may be secret. */
export const ConfigzDiffers = message(
  'ConfigzDiffers',
  ({ fields }: { fields: readonly string[] }) => `the kubelet runs with other values than it should: ${some(fields)}`,
)

export const ConfigzNotAnswered = message(
  'ConfigzNotAnswered',
  ({ address, errno }: { address: string; errno: string }) =>
    `the kubelet does not answer at https://${address}/configz: ${errno}`,
)

export const ConfigzRefused = message('ConfigzRefused', ({ status }: { status: number }) => ({
  said: `the kubelet does not show its configuration to the agent (${status})`,
  hints: ['allow the agent to get nodes/configz'],
}))

/** It is too large, no JSON, or no KubeletConfiguration. */
export const ConfigzNotUnderstood = message(
  'ConfigzNotUnderstood',
  () => 'the kubelet does not report a configuration that can be read',
)

/** What listens there does not have the certificate of this machine's kubelet: nothing was sent. */
export const KubeletNotRecognized = message(
  'KubeletNotRecognized',
  ({ address }: { address: string }) =>
    `what listens on ${address} does not have the certificate of this node's kubelet: nothing was sent`,
)

export const AgentTokenNotRead = message('AgentTokenNotRead', ({ because }: { because: Fact | undefined }) => ({
  said: 'the token of the agent cannot be read',
  because,
}))

/** No agent is installed on this machine. */
export const NoAgentToken = message('NoAgentToken', () => 'no agent is installed on this machine')

/** None of the files that the kubelet was started with has it: it runs with something else. */
export const DocumentNotOnDisk = message(
  'DocumentNotOnDisk',
  () => 'the files that the kubelet was started with do not have the document',
)

/** A kubelet would not start with its files as they are now. */
export const KubeletFilesRefused = message(
  'KubeletFilesRefused',
  () => 'the files of the kubelet changed: no kubelet would start with them now',
)

export const KubeletFileNotRead = message(
  'KubeletFileNotRead',
  ({ subject }: { subject: FileSubject }) => `${subject.name}: cannot be read as the kubelet reads it`,
)

export const KubeletNotRunning = message('KubeletNotRunning', () => 'the kubelet does not run')

export const PodsLost = message(
  'PodsLost',
  ({ pods }: { pods: readonly LostPod[] }) =>
    `the restart ended pods: ${some(pods.map(({ pod, why }) => `${nameOf(pod)}${why === '' ? '' : ` (${why})`}`))}`,
)

export const PodsBeforeNotKnown = message(
  'PodsBeforeNotKnown',
  () => 'the pods that ran before the restart are not known',
)

/** Pods that were created since the start wait for a sandbox. */
export const SandboxesNotMade = message(
  'SandboxesNotMade',
  ({ pods }: { pods: readonly Subject[] }) => `the kubelet makes no sandboxes for new pods: ${some(pods.map(nameOf))}`,
)

export const NoSandboxSince = message(
  'NoSandboxSince',
  () => 'no pod was started since: that the kubelet can start pods is not proven',
)

/** `endpoint`: the socket of the container runtime. */
export const RuntimeNotAnswering = message(
  'RuntimeNotAnswering',
  ({ endpoint, errno }: { endpoint: string; errno: string }) =>
    `the container runtime does not answer at ${endpoint}: ${errno}`,
)

export const RuntimeNotKnown = message('RuntimeNotKnown', () => 'the socket of the container runtime is not known')

/** systemd did not say what the kubelet does. */
export const KubeletNotSeen = message('KubeletNotSeen', ({ because }: { because: Fact }) => ({
  said: 'systemd did not report the state of the kubelet',
  because,
}))

/** The API server did not say. */
export const ApiServerNotRead = message('ApiServerNotRead', ({ because }: { because: Fact | undefined }) => ({
  said: 'the API server cannot be read',
  because,
}))

const nameOf = ({ name, ...more }: Subject): string =>
  'namespace' in more && more.namespace !== undefined ? `${more.namespace}/${name}` : name

/** A list that does not fill a screen. */
const some = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
