import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { controller, webhook } from '../../../src/lib/names.ts'
import { kubeletStartTimes } from '../agent/installed-agent.ts'
import { kubeletcfg } from '../commands.ts'
import { writeKubeconfig } from '../kubeconfig.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { loadOwnImage, removeOwnImage } from '../own-image.ts'
import { type Replica, startReplicaOf } from '../replica.ts'
import { type ControllerRights, giveControllerRights, removeControllerRights } from '../stories/controller-rights.ts'
import { documentWith, fatalField, logFilesOf } from '../stories/log-files.ts'
import { freshLogFiles, makeFleet, onEach, policyWith, removeFleet, rolloutStatus } from '../stories/rollouts.ts'
import { until } from '../until.ts'
import { buildGitops } from './build.ts'
import { makeRepository, type Repository } from './repository.ts'
import { type Tools, tools } from './tools.ts'

const run = promisify(execFile)
const inNamespace = '--namespace=kube-system'
const document = 'ConfigMap/global-kubelet-configuration'
const job = 'Job/kubelet-rollout'
const inFlux = (name: string) => name.replace('/', '/kube-system/')

let nodes: readonly string[] = []
let rights: ControllerRights
let replica: Replica
let address: string
let repository: Repository
let gitops: Tools
let asFlux: string

beforeAll(async () => {
  const building = buildGitops(new AbortController().signal)
  nodes = await makeFleet(2)
  await loadOwnImage(nodes.slice(0, 1))
  const program = await building
  const [canary = ''] = nodes
  repository = await makeRepository(canary)
  asFlux = await kubeconfigOf('flux-system', 'kustomize-controller')
  gitops = tools(program, asFlux, await kubeconfigOf('argocd', 'argocd-application-controller'))
  rights = await giveControllerRights()
  const service = ['get', 'service', webhook.service, `--namespace=${controller.namespace}`]
  address = await kubectl([...service, '--output=jsonpath={.spec.clusterIP}'])
  // The cluster has no kube-proxy: whoever runs beside the API server is there under the address of the Service.
  await run('ip', ['address', 'replace', `${address}/32`, 'dev', 'lo'])
  const lease = `--leader-elect-resource-namespace=${controller.namespace}`
  replica = await startReplicaOf(
    kubeletcfg,
    ['controller', 'run', lease, `--webhook-address=${address}:443`],
    rights.kubeconfig,
  )
  await until(async () => replica.log().some(({ reason }) => reason === 'WebhookServes'), 'no webhook is served')
  await kubectl(['apply', '--filename=-'], { input: (await kubeletcfg(['controller', 'webhook'])).stdout })
}, 1_200_000)

afterAll(async () => {
  await replica?.end('SIGTERM')
  await kubectl(['delete', 'validatingwebhookconfiguration', webhook.configuration, '--ignore-not-found'])
  await run('ip', ['address', 'delete', `${address}/32`, 'dev', 'lo'])
  const all = '--selector=kustomize.toolkit.fluxcd.io/name=kubelet'
  for (const folder of [repository.documents, repository.policy])
    await kubectl(['delete', `--kustomize=${folder}`, '--ignore-not-found'])
  await kubectl(['delete', 'configmap', all, inNamespace])
  const bindings = ['clusterrolebinding/kustomize-controller', 'clusterrolebinding/argocd-application-controller']
  await kubectl(['delete', 'namespace/flux-system', 'namespace/argocd', ...bindings])
  await removeControllerRights(rights)
  await removeFleet(nodes)
  await removeOwnImage([])
}, 180_000)

/** Of a tool, which has all rights by default. */
async function kubeconfigOf(namespace: string, name: string): Promise<string> {
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' }
  await applyObjects([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } },
    {
      ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name } },
      ...{ roleRef, subjects: [{ kind: 'ServiceAccount', name, namespace }] },
    },
  ])
  return writeKubeconfig({ token: (await kubectl(['create', 'token', name, `--namespace=${namespace}`])).trim() })
}

const writers = [
  'flux-system:kustomize-controller',
  'argocd:argocd-application-controller',
  'kube-system:kubelet-rollout-policy',
]

const textWith = (fields: string): string => documentWith(nodes[0]!, fields)
const healthOf = async (object: string) => (await gitops.argoHealth(repository.documents)).answer?.[object]
const asAnswer = [() => true, () => false] as const
const stored = () => kubectl(['get', document, inNamespace, '--output=jsonpath={.data.kubelet}'])
const editByHand = () =>
  kubectl([
    'patch',
    document,
    inNamespace,
    '--type=merge',
    `--patch=${JSON.stringify({ data: { kubelet: textWith('maxPods: 99') } })}`,
  ])

test('who is no writer of documents is refused, with the name of the policy', async () => {
  await repository.commitGlobal(textWith('maxPods: 98'))
  const { error } = await gitops.fluxApply(repository.documents)
  expect(error).toContain('kubeletcfg-document-writers')
  const flags = [...writers.map((name) => `--writer=system:serviceaccount:${name}`), '--writer-group=system:masters']
  const { stdout } = await kubeletcfg(['agent', 'manifests', ...nodes.flatMap((node) => ['--node', node]), ...flags])
  await kubectl(['apply', '--filename=-'], { input: stdout })
  const label = ['label', document, inNamespace, '--dry-run=server', 'team=a']
  const isWriter = () => kubectl(label, { kubeconfig: asFlux }).then(...asAnswer)
  await until(isWriter, 'it is still refused')
}, 120_000)

test('the policy of a repository is set by its Job, with the rights of the example', async () => {
  await repository.commitPolicy(policyWith({ waves: '[canary, 100%]', soak: '4s' }))
  expect(await gitops.fluxApply(repository.policy)).toMatchObject({ error: '' })
  expect(await gitops.fluxWait(repository.policy, '60s')).toEqual({ answer: 'Ready', error: '' })
  expect((await kubeletcfg(['rollout', 'get-policy'])).stdout).toContain('soak: 4s')
}, 120_000)

describe('Flux', () => {
  const first = freshLogFiles()

  test('a document reaches the nodes in waves; it is waited for, and then Ready', async () => {
    await repository.commitGlobal(textWith(`containerLogMaxFiles: ${first}`))
    const from = Date.now()
    expect(await gitops.fluxApply(repository.documents)).toMatchObject({
      ...{ error: '', answer: { [inFlux(document)]: 'configured', [inFlux(job)]: 'created' } },
    })
    expect((await gitops.fluxWait(repository.documents, '3s')).error).toMatch(
      /timeout waiting for: \[Job\/kube-system\/kubelet-rollout status: 'InProgress'/,
    )
    expect(await healthOf(job)).toMatchObject({ status: 'Progressing' })
    expect(await gitops.fluxWait(repository.documents, '120s')).toEqual({ answer: 'Ready', error: '' })
    expect(await onEach(nodes, logFilesOf)).toEqual([first, first])
    const starts = (await onEach(nodes, kubeletStartTimes)).map((times) => times.filter((time) => time > from))
    // One wave after the other: a trial, and a soak.
    expect(Math.abs(starts[0]![0]! - starts[1]![0]!)).toBeGreaterThan(6_000)
    expect(await healthOf(job)).toMatchObject({ status: 'Healthy' })
  }, 240_000)

  test('what agents, controller, Jobs and a push have written since is no drift', async () => {
    const stamps = ['kubeletcfg.dev/by=jane', 'kubeletcfg.dev/revision=3', 'kubeletcfg.dev/message=a push of before']
    await kubectl(['annotate', document, inNamespace, '--field-manager=kubeletcfg', ...stamps])
    await isSettled()
  })

  test('what somebody edits by hand is corrected by Flux, and by nobody else', async () => {
    await editByHand()
    expect((await gitops.fluxApply(repository.documents)).answer).toMatchObject({ [inFlux(document)]: 'configured' })
    expect(await stored()).toBe(textWith(`containerLogMaxFiles: ${first}`))
    await isSettled()
  }, 60_000)

  test('an aborted rollout is Degraded with its sentence, and Git is left alone', async () => {
    await until(async () => (await rolloutStatus()).phase === 'Idle', 'the edit is not over')
    await repository.commitGlobal(textWith(fatalField))
    expect(await gitops.fluxApply(repository.documents)).toMatchObject({
      ...{ error: '', answer: { [inFlux(document)]: 'configured', [inFlux(job)]: 'created' } },
    })
    const { error } = await gitops.fluxWait(repository.documents, '180s')
    expect(error).toMatch(/failed early due to stalled resources: \[Job\/kube-system\/kubelet-rollout status: 'Failed'/)
    const health = await gitops.argoHealth(repository.documents)
    expect(health.answer).toMatchObject({
      'Application/kubelet': { status: 'Degraded' },
      [job]: { status: 'Degraded', message: expect.stringContaining('failed with exit code 9') },
      [`Pod of ${job}`]: { status: 'Degraded', message: expect.stringMatching(/aborted/) },
    })
    expect(await repository.git('status', '--porcelain')).toBe('')
    await isSettled()
    expect(await rolloutStatus()).toMatchObject({ phase: 'Idle' })
    expect(await onEach(nodes, logFilesOf)).toEqual([first, first])
  }, 300_000)

  test('a revert in Git is promoted at once', async () => {
    await repository.git('revert', '--no-edit', 'HEAD')
    expect((await gitops.fluxApply(repository.documents)).answer).toMatchObject({
      ...{ [inFlux(document)]: 'configured', [inFlux(job)]: 'created' },
    })
    expect(await gitops.fluxWait(repository.documents, '60s')).toEqual({ answer: 'Ready', error: '' })
  }, 120_000)

  test('a document that kubelets refuse is not stored, and the error is that of a push', async () => {
    await repository.commitGlobal(textWith('maxPod: 50'))
    const { error } = await gitops.fluxApply(repository.documents)
    expect(error).toContain('denied the request: configmap/global-kubelet-configuration: 1 problem for kubelet')
    expect(error).toMatch(/error STRICT-UNKNOWN maxPod: .*\(did you mean maxPods\?\)/)
    expect(await stored()).toBe(textWith(`containerLogMaxFiles: ${first}`))
    await repository.git('revert', '--no-edit', 'HEAD')
  }, 60_000)

  async function isSettled(): Promise<void> {
    const { answer = {}, error } = await gitops.fluxApply(repository.documents)
    expect({ actions: [...new Set(Object.values(answer))], error }).toEqual({ actions: ['unchanged'], error: '' })
  }
})

describe('Argo CD', () => {
  const second = freshLogFiles()
  const synced = { error: '', answer: { phase: 'Succeeded' } }

  test('a policy with an approval is set', async () => {
    const waves = '[canary, {to: 100%, approval: true}]'
    await repository.commitPolicy(policyWith({ waves, soak: '4s' }))
    expect((await gitops.argoDiff(repository.policy)).answer).toMatchObject({
      'Job/kubelet-rollout-policy': 'OutOfSync',
    })
    expect(await gitops.argoSync(repository.policy)).toMatchObject(synced)
    const healthOfPolicy = async () => (await gitops.argoHealth(repository.policy)).answer?.['Application/kubelet']
    await until(async () => (await healthOfPolicy())?.status === 'Healthy', 'the policy is not set')
    expect((await kubeletcfg(['rollout', 'get-policy'])).stdout).toContain('approval: true')
  }, 120_000)

  test('a rollout that waits, also for a person, is Progressing, and then Healthy', async () => {
    await repository.commitGlobal(textWith(`containerLogMaxFiles: ${second}`))
    expect((await gitops.argoDiff(repository.documents)).answer).toMatchObject({
      ...{ [document]: 'OutOfSync', [job]: 'OutOfSync' },
    })
    expect(await gitops.argoSync(repository.documents)).toMatchObject(synced)
    expect(await healthOf(job)).toMatchObject({ status: 'Progressing' })
    await until(
      async () => (await healthOf(`Pod of ${job}`))?.message?.includes('rollout approve') === true,
      'nobody is told to approve',
    )
    expect(await healthOf('Application/kubelet')).toMatchObject({ status: 'Progressing' })
    expect(await kubeletcfg(['rollout', 'approve', '--yes'])).toMatchObject({ exit: 0 })
    await until(async () => (await healthOf('Application/kubelet'))?.status === 'Healthy', 'it is not promoted')
    expect(await onEach(nodes, logFilesOf)).toEqual([second, second])
  }, 240_000)

  test('all is Synced after that; an edit by hand is OutOfSync, and corrected', async () => {
    await isSynced()
    await editByHand()
    expect((await gitops.argoDiff(repository.documents)).answer).toMatchObject({
      ...{ [document]: 'OutOfSync', [job]: 'Synced' },
    })
    expect(await gitops.argoSync(repository.documents)).toMatchObject(synced)
    expect(await stored()).toBe(textWith(`containerLogMaxFiles: ${second}`))
    await isSynced()
    expect(await healthOf(job)).toMatchObject({ status: 'Healthy' })
  }, 60_000)

  test('a document that kubelets refuse is not stored, and the result of the sync is that of a push', async () => {
    await repository.commitGlobal(textWith('maxPod: 50'))
    const { answer } = await gitops.argoSync(repository.documents)
    expect(answer?.phase).toBe('Failed')
    expect(answer?.objects[document]).toMatch(/denied the request: .*\n.*error STRICT-UNKNOWN maxPod: /)
    expect(await stored()).toBe(textWith(`containerLogMaxFiles: ${second}`))
    await repository.git('revert', '--no-edit', 'HEAD')
  }, 60_000)

  test('an abort by hand takes a document back without a commit, and no sync brings it again', async () => {
    await until(async () => (await rolloutStatus()).phase === 'Idle', 'the edit is not over')
    await repository.commitGlobal(textWith(`containerLogMaxFiles: ${freshLogFiles()}`))
    expect(await gitops.argoSync(repository.documents)).toMatchObject(synced)
    await until(async () => (await rolloutStatus()).phase === 'Progressing', 'it does not begin')
    expect(await kubeletcfg(['rollout', 'abort', '--yes'])).toMatchObject({ exit: 0 })
    await until(async () => (await healthOf('Application/kubelet'))?.status === 'Degraded', 'it is not Degraded')
    expect((await healthOf(`Pod of ${job}`))?.message).toContain('aborted')
    expect(await repository.git('status', '--porcelain')).toBe('')
    await isSynced()
    expect(await gitops.argoSync(repository.documents)).toMatchObject(synced)
    expect(await rolloutStatus()).toMatchObject({ phase: 'Idle' })
    expect(await onEach(nodes, logFilesOf)).toEqual([second, second])
  }, 240_000)

  test('rollout retry tries it again; a Job that is deleted is made again, and waits', async () => {
    expect(await kubeletcfg(['rollout', 'retry', '--yes'])).toMatchObject({ exit: 0 })
    await until(async () => (await rolloutStatus()).phase === 'Progressing', 'it is not tried again')
    await kubectl(['delete', job, inNamespace])
    expect(await gitops.argoSync(repository.documents)).toMatchObject(synced)
    expect(await healthOf('Application/kubelet')).toMatchObject({ status: 'Progressing' })
    expect(await kubeletcfg(['rollout', 'abort', '--yes'])).toMatchObject({ exit: 0 })
  }, 120_000)

  async function isSynced(): Promise<void> {
    const { answer = {}, error } = await gitops.argoDiff(repository.documents)
    expect({ states: [...new Set(Object.values(answer))], error }).toEqual({ states: ['Synced'], error: '' })
  }
})
