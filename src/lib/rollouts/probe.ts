import type { Fact } from '../message/fact.ts'

/** A policy wants pods to try the kubelets of canaries, before they have a document and with it. */
export interface ProbePolicy {
  /** Of kubeletcfg. */
  readonly image: string
  /** What is not tried. */
  readonly without: readonly OptionalProbeCheck[]
}

/** As far as it can be told from a reference: no spaces, and not too long. */
export const isImage = (text: string): boolean => /^[\w][\w.:/@-]{0,1023}$/.test(text)

/** Whether it names no registry that a node could pull it from: it is one that was built here, or as an example has it. */
export const isLocalImage = (image: string): boolean =>
  /^(?:localhost\/|[\w.-]+\.(?:example|invalid)(?::\d+)?\/|IMAGE$)/.test(image)

/** What a pod needs of its kubelet that can be left out. */
export const optionalProbeChecks = [
  /** What is written to an emptyDir can be read, and the downward API has the name of the pod. */
  'volume',
  /** The name of the API server resolves, by the servers and search domains that the kubelet gives to pods. */
  'dns',
  /** The API server gets the log from the kubelet, as it gets to it for exec and port-forward. */
  'logs',
] as const
export type OptionalProbeCheck = (typeof optionalProbeChecks)[number]

/** `start`: it is taken in, and gets to its end. */
export type ProbeCheck = 'start' | OptionalProbeCheck

export const probeMoments = [
  /** Without the candidate, before anybody has it. */
  'before',
  /** With the candidate. */
  'with',
  /** Without it, on another node, when one with it has failed. */
  'beside',
  /** With it once more, when the other one has passed. */
  'again',
] as const
export type ProbeMoment = (typeof probeMoments)[number]

export interface ProbeId {
  readonly node: string
  /** Of the candidate. */
  readonly generation: number
  readonly moment: ProbeMoment
}

export interface FailedCheck {
  readonly check: ProbeCheck
  readonly why: string
}

export type ProbeOutcome =
  /** `why`: what it waits for, as its container says. */
  | { readonly kind: 'under-way'; readonly why: string | undefined }
  /** The node had no room for it: that says nothing. */
  | { readonly kind: 'no-room' }
  | { readonly kind: 'ended'; readonly failed: readonly FailedCheck[] }

export interface Probe extends ProbeId {
  /** Milliseconds since the epoch, by the clock of the API server. */
  readonly madeAt: number
  readonly outcome: ProbeOutcome
  /** When the API server was told last how it fares, by its clock; undefined: it does not say. */
  readonly toldAt?: number | undefined
}

/** As it is in a cluster. */
export interface ProbePod extends Probe {
  readonly name: string
  readonly uid: string
}

/** The probes that there are. */
export type SeenProbes =
  | { readonly kind: 'seen'; readonly probes: readonly Probe[] }
  /** They could not be read or made. */
  | { readonly kind: 'unread'; readonly because: Fact }
