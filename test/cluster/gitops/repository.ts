import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlPlaneAddress } from '../control-plane/network.ts'
import { checkout } from '../host/directories.ts'
import { outputOf } from '../host/output-of.ts'
import { ownImage } from '../own-image.ts'

const examples = join(checkout, 'examples/gitops')

/** A repository with the files of examples/gitops, as somebody has it who builds them for this cluster. */
export interface Repository {
  /** What is built of each folder of the examples. */
  readonly documents: string
  readonly policy: string
  /** Stores this global document, and commits it. */
  commitGlobal(text: string): Promise<void>
  commitPolicy(text: string): Promise<void>
  git(...args: readonly string[]): Promise<string>
}

export async function makeRepository(node: string): Promise<Repository> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'))
  const git = async (...args: readonly string[]): Promise<string> => {
    const identity = ['-c', 'user.name=jane', '-c', 'user.email=jane@example.com']
    return (await outputOf('git', [...identity, ...args], { cwd: folder })).trim()
  }
  await cp(examples, folder, { recursive: true })
  for (const [name, job] of Object.entries({ documents: 'kubelet-rollout', policy: 'kubelet-rollout-policy' })) {
    await mkdir(join(folder, 'here', name), { recursive: true })
    await writeFile(join(folder, 'here', name, 'kustomization.yaml'), overlay(name, job, node))
  }
  await git('init', '--quiet')
  const commit = async (file: string, text: string): Promise<void> => {
    await writeFile(join(folder, file), text)
    await git('add', '--all')
    await git('commit', '--quiet', '--message', `change ${file}`)
  }
  const global = (text: string) =>
    JSON.stringify({
      ...{ apiVersion: 'v1', kind: 'ConfigMap' },
      metadata: { name: 'global-kubelet-configuration', namespace: 'kube-system' },
      data: { kubelet: text },
    })
  return {
    documents: join(folder, 'here/documents'),
    policy: join(folder, 'here/policy'),
    commitGlobal: (text) => commit('documents/global.yaml', global(text)),
    commitPolicy: (text) => commit('policy/policy.yaml', text),
    git,
  }
}

/** The cluster has one image, no kube-proxy, and pods that reach the API server as their node does. */
const overlay = (name: string, job: string, node: string): string => {
  const spec = '/spec/template/spec'
  const env = [
    { name: 'KUBERNETES_SERVICE_HOST', value: controlPlaneAddress },
    { name: 'KUBERNETES_SERVICE_PORT', value: '6443' },
  ]
  const patch = [
    { op: 'add', path: `${spec}/hostNetwork`, value: true },
    { op: 'add', path: `${spec}/nodeName`, value: node },
    { op: 'add', path: `${spec}/containers/0/env`, value: env },
    { op: 'add', path: `${spec}/containers/0/imagePullPolicy`, value: 'Never' },
    { op: 'replace', path: `${spec}/containers/0/image`, value: ownImage },
  ]
  return JSON.stringify({
    ...{ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' },
    resources: [`../../${name}`],
    patches: [{ target: { kind: 'Job', name: job }, patch: JSON.stringify(patch) }],
  })
}
