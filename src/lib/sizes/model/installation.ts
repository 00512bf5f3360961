import type { ObjectBody } from '../../api/object.ts'
import { balloon } from '../../names.ts'

/** An installation of nodesize, as read from its DaemonSet. */
export interface Installation {
  readonly namespace: string
  readonly daemonSetUid: string
  readonly priorityClass: string
  /** Nodes without these labels have no balloon. */
  readonly nodeSelector: NodeSelector
  readonly image: string | undefined
  /** Of the nodesize that wrote it; undefined: it did not note that. */
  readonly version?: string | undefined
}

/** nodesize is not installed in this namespace. */
export interface NotInstalled {
  readonly namespace: string
  /** Namespaces with an installation, as far as they are visible. */
  readonly elsewhere: readonly string[]
}

export type NodeSelector = Readonly<Record<string, string>>

interface PodSpec {
  readonly priorityClassName?: string
  readonly nodeSelector?: NodeSelector
  readonly containers?: readonly { readonly name: string; readonly image?: string }[]
}

const linux: NodeSelector = { 'kubernetes.io/os': 'linux' }
const { key, value } = balloon.optInLabel

export const everyLinuxNode = linux
export const labelledNodes: NodeSelector = { ...linux, [key]: value }

const podSpecOf = (daemonSet: ObjectBody): PodSpec =>
  (daemonSet['spec'] as { template?: { spec?: PodSpec } } | undefined)?.template?.spec ?? {}

export const nodeSelectorOf = (daemonSet: ObjectBody): NodeSelector => podSpecOf(daemonSet).nodeSelector ?? {}

/** undefined: it is not a DaemonSet that a server has stored. */
export function installationOf(daemonSet: ObjectBody, namespace: string): Installation | undefined {
  const { uid } = daemonSet.metadata
  if (uid === undefined) return undefined
  const { priorityClassName = '', nodeSelector = {}, containers = [] } = podSpecOf(daemonSet)
  const { image } = containers.find(({ name }) => name === balloon.container) ?? {}
  const version = daemonSet.metadata.annotations?.[balloon.versionAnnotation]
  return { namespace, daemonSetUid: uid, priorityClass: priorityClassName, nodeSelector, image, version }
}

/** Whether a pod with this selector can run on a node with these labels. */
export const selects = (selector: NodeSelector, labels: NodeSelector): boolean =>
  missingLabel(selector, labels) === undefined

export const missingLabel = (selector: NodeSelector, labels: NodeSelector): [key: string, value: string] | undefined =>
  Object.entries(selector).find(([key, value]) => labels[key] !== value)
