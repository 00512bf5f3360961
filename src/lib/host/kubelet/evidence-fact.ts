import type { Fact, FileSubject, Subject } from '../../fact.ts'

/** What a look at the kubelet showed, when it was not good, or could not be done. */
export type EvidenceFact =
  | { readonly reason: 'HealthzNotAnswered'; readonly address: string; readonly errno: string }
  | { readonly reason: 'HealthzNotOk'; readonly address: string; readonly status: number }
  /** Another process listens there: the kubelet could not, and goes on without. */
  | { readonly reason: 'HealthzOfAnother'; readonly address: string }
  | { readonly reason: 'ReadyNotTrue'; readonly ready: 'False' | 'Unknown' }
  | { readonly reason: 'OwnNodeNotThere' }
  /** `fields`: without their values, which may be secret. */
  | { readonly reason: 'ConfigzDiffers'; readonly fields: readonly string[] }
  | { readonly reason: 'ConfigzNotAnswered'; readonly address: string; readonly errno: string }
  | { readonly reason: 'ConfigzRefused'; readonly status: number }
  /** It is too large, no JSON, or no KubeletConfiguration. */
  | { readonly reason: 'ConfigzNotUnderstood' }
  /** What listens there does not have the certificate of this machine's kubelet: nothing was sent. */
  | { readonly reason: 'KubeletNotRecognized'; readonly address: string }
  | { readonly reason: 'AgentTokenNotRead'; readonly because: Fact | undefined }
  /** No agent is installed on this machine. */
  | { readonly reason: 'NoAgentToken' }
  /** None of the files that the kubelet was started with has it: it runs with something else. */
  | { readonly reason: 'DocumentNotOnDisk' }
  /** A kubelet would not start with its files as they are now. */
  | { readonly reason: 'KubeletFilesRefused' }
  | { readonly reason: 'KubeletFileNotRead'; readonly subject: FileSubject }
  | { readonly reason: 'KubeletNotRunning' }
  | { readonly reason: 'PodsLost'; readonly pods: readonly LostPod[] }
  | { readonly reason: 'PodsBeforeNotKnown' }
  /** Pods that were created since the start wait for a sandbox. */
  | { readonly reason: 'SandboxesNotMade'; readonly pods: readonly Subject[] }
  | { readonly reason: 'NoSandboxSince' }
  /** `endpoint`: the socket of the container runtime. */
  | { readonly reason: 'RuntimeNotAnswering'; readonly endpoint: string; readonly errno: string }
  | { readonly reason: 'RuntimeNotKnown' }
  /** systemd did not say what the kubelet does. */
  | { readonly reason: 'KubeletNotSeen'; readonly because: Fact }
  /** The API server did not say. */
  | { readonly reason: 'ApiServerNotRead'; readonly because: Fact | undefined }

export interface LostPod {
  readonly pod: Subject
  /** Of the pod's status, such as OutOfpods; '' without. */
  readonly why: string
}
