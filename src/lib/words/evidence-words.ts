import type { Subject } from '../fact.ts'
import type { EvidenceFact } from '../host/kubelet/evidence-fact.ts'
import type { Vocabulary } from './phrase.ts'

const nameOf = ({ name, ...more }: Subject): string =>
  'namespace' in more && more.namespace !== undefined ? `${more.namespace}/${name}` : name

/** A list that does not fill a screen. */
const some = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`

export const evidenceWords: Vocabulary<EvidenceFact> = {
  HealthzNotAnswered: ({ address, errno }) => `the kubelet does not answer at http://${address}/healthz: ${errno}`,
  HealthzNotOk: ({ address, status }) => `the kubelet is not healthy: http://${address}/healthz answers ${status}`,
  HealthzOfAnother: ({ address }) =>
    `another process listens on ${address}, where the kubelet should report its health`,
  ReadyNotTrue: ({ ready }) => `the Node is not ready: Ready is ${ready}`,
  OwnNodeNotThere: () => 'the Node does not exist',
  ConfigzDiffers: ({ fields }) => `the kubelet runs with other values than it should: ${some(fields)}`,
  ConfigzNotAnswered: ({ address, errno }) => `the kubelet does not answer at https://${address}/configz: ${errno}`,
  ConfigzRefused: ({ status }) => ({
    said: `the kubelet does not show its configuration to the agent (${status})`,
    hints: ['allow the agent to get nodes/configz'],
  }),
  ConfigzNotUnderstood: () => 'the kubelet does not report a configuration that can be read',
  KubeletNotRecognized: ({ address }) =>
    `what listens on ${address} does not have the certificate of this node's kubelet: nothing was sent`,
  AgentTokenNotRead: ({ because }) => ({ said: 'the token of the agent cannot be read', because }),
  NoAgentToken: () => 'no agent is installed on this machine',
  DocumentNotOnDisk: () => 'the files that the kubelet was started with do not have the document',
  KubeletFilesRefused: () => 'the files of the kubelet changed: no kubelet would start with them now',
  KubeletFileNotRead: ({ subject }) => `${subject.name}: cannot be read as the kubelet reads it`,
  KubeletNotRunning: () => 'the kubelet does not run',
  PodsLost: ({ pods }) =>
    `the restart ended pods: ${some(pods.map(({ pod, why }) => `${nameOf(pod)}${why === '' ? '' : ` (${why})`}`))}`,
  PodsBeforeNotKnown: () => 'the pods that ran before the restart are not known',
  SandboxesNotMade: ({ pods }) => `the kubelet makes no sandboxes for new pods: ${some(pods.map(nameOf))}`,
  NoSandboxSince: () => 'no pod was started since: that the kubelet can start pods is not proven',
  RuntimeNotAnswering: ({ endpoint, errno }) => `the container runtime does not answer at ${endpoint}: ${errno}`,
  RuntimeNotKnown: () => 'the socket of the container runtime is not known',
  KubeletNotSeen: ({ because }) => ({ said: 'systemd did not report the state of the kubelet', because }),
  ApiServerNotRead: ({ because }) => ({ said: 'the API server cannot be read', because }),
}
