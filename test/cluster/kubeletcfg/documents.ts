import { afterEach, beforeAll } from '@jest/globals'
import { history } from '../../../src/lib/names.ts'
import type { Ran } from '../../support/run-process.ts'
import { type CommandOptions, kubeletcfg } from '../commands.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'

/** As much of a ConfigMap as the tests look at. */
export interface ConfigMap {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly resourceVersion: string
    readonly annotations?: Readonly<Record<string, string>>
    readonly managedFields?: ReadonlyArray<{ readonly manager: string; readonly time: string }>
    readonly labels?: Readonly<Record<string, string>>
  }
  readonly data?: Readonly<Record<string, string>>
  readonly binaryData?: Readonly<Record<string, string>>
  readonly immutable?: boolean
}

export const globalName = 'global-kubelet-configuration'
export const nodeAName = 'node-a-kubelet-configuration'

/** A KubeletConfiguration with these lines. */
export const configuration = (...lines: readonly string[]): string =>
  ['apiVersion: kubelet.config.k8s.io/v1beta1', 'kind: KubeletConfiguration', ...lines, ''].join('\n')

/** Pushes a text without being asked. */
export const push = (text: string, args: readonly string[], options: CommandOptions = {}): Promise<Ran> =>
  kubeletcfg(['push', '--filename=-', ...args, '--yes'], { ...options, input: text })

export const done = (stdout: string, stderr = ''): Ran => ({ stdout, stderr, exit: 0 })

/** These nodes have no agents. */
export const unapplied = {
  one: 'warning: no agent reports of the node, so nothing applies the document there: node-a\n',
  both: 'warning: no agent reports of any of the 2 nodes, so nothing applies the document there: node-a, node-b\n',
} as const

const inNamespace = '--namespace=kube-system'

/** A ConfigMap of kube-system as the server has it. */
export const configMap = (name: string): Promise<ConfigMap> => kubectlJson(['get', 'configmap', name, inNamespace])

export const patchConfigMap = (name: string, patch: object): Promise<string> =>
  kubectl(['patch', 'configmap', name, inNamespace, '--type=merge', `--patch=${JSON.stringify(patch)}`])

/** `kubectl create`, which puts no annotation of its own there. */
export async function createConfigMap(name: string, content: object): Promise<void> {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...content }
  await kubectl(['create', '--filename=-', inNamespace], { input: JSON.stringify(object) })
}

/** Every ConfigMap of kube-system, whole: equal dumps mean that nothing was written there in between. */
export const dump = async (): Promise<readonly ConfigMap[]> =>
  (await kubectlJson<{ items: ConfigMap[] }>(['get', 'configmaps', inNamespace, '--show-managed-fields'])).items

/** Takes away every document, with its history, the memory of deleted ones, and rollouts. */
export async function removeDocuments(): Promise<void> {
  const ours = /^configmap\/(kubeletcfg-revisions|kubeletcfg-rollout-global|.*-kubelet-configuration)$/
  const all = (await kubectl(['get', 'configmaps', inNamespace, '--output=name'])).split('\n')
  const names = all.filter((name) => ours.test(name))
  if (names.length > 0) await kubectl(['delete', ...names, inNamespace])
  await kubectl(['delete', 'controllerrevisions', inNamespace, `--selector=${history.label}`])
}

/** Before the tests of a file, too: a revision of what another file deleted would be counted on. */
export function leaveNoDocuments(): void {
  beforeAll(removeDocuments)
  afterEach(removeDocuments)
}
