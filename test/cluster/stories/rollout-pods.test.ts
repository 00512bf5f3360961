import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { rollout } from '../../../src/lib/names.ts'
import { deletePods, renewPods } from '../agent/pods.ts'
import { freeDisk, leaveOnDisk } from '../faults/disk.ts'
import { applyObjects, kubectlJson } from '../kubectl.ts'
import { pausePod } from '../pods.ts'
import { readPod } from '../read.ts'
import { until } from '../until.ts'
import {
  countStartsOn,
  ends,
  freshLogFiles,
  makeFleet,
  onEach,
  removeFleet,
  rolloutStatus,
  runRollout,
  setPolicy,
  storeGlobal,
  storeGlobalLogFiles,
  untilRuns,
} from './rollouts.ts'

let nodes: readonly string[] = []

beforeAll(async () => {
  nodes = await makeFleet(4)
}, 300_000)

const podOn = (node: string): string => `${node}-with-sysctl`

afterEach(() => deletePods(nodes.map(podOn)))

afterAll(() => removeFleet(nodes), 120_000)

/** A new pod on each node, which a kubelet lets in only where its configuration allows the sysctl. */
const startOnAll = (sysctl: string) =>
  applyObjects(
    nodes.map((node) =>
      pausePod({
        ...{ name: podOn(node), nodeName: node },
        securityContext: { sysctls: [{ name: sysctl, value: '16384' }] },
      }),
    ),
  )

const isRefused = async (node: string): Promise<boolean> =>
  (await readPod<{ status: { reason?: string } }>(podOn(node))).status.reason === 'SysctlForbidden'

const setWaves = (soak: string) => setPolicy({ waves: '[canary, 100%]', soak })

/** Of the rollout that is under way. */
async function canary(): Promise<string> {
  const { data } = await kubectlJson<{ data: Record<string, string> }>([
    ...['get', 'configmap', rollout.configMap, '--namespace=kube-system'],
  ])
  const { progress } = JSON.parse(data[rollout.key.state]!) as { progress: { canaries: readonly string[] } | null }
  return progress?.canaries[0] ?? ''
}

async function untilCanaryRuns(count: number): Promise<string> {
  await until(async () => (await canary()) !== '', 'no rollout begins')
  const name = await canary()
  await untilRuns(name, count)
  return name
}

const untilWaits = (reason: string) =>
  until(async () => (await rolloutStatus()).reason === reason, `it does not wait: ${reason}`)

test('a document that passes its trial, and keeps new pods out, reaches the canary only, and comes back', async () => {
  const allowing = freshLogFiles()
  expect(await setWaves('3s')).toMatchObject({ exit: 0 })
  await storeGlobal(nodes[0]!, `containerLogMaxFiles: ${allowing}\nallowedUnsafeSysctls: [kernel.msgmax]`)
  await ends(runRollout(), 0)

  expect(await setWaves('3m')).toMatchObject({ exit: 0 })
  const starts = await countStartsOn(nodes)
  const forbidding = freshLogFiles()
  await storeGlobalLogFiles(nodes[0]!, forbidding)
  const running = runRollout()
  const first = await untilCanaryRuns(forbidding)
  await startOnAll('kernel.msgmax')
  await until(() => isRefused(first), 'the kubelet of the canary lets the pod in')
  expect(await running).toMatchObject({ exit: 9, stderr: expect.stringContaining(`${podOn(first)} (SysctlForbidden)`) })
  await onEach(nodes, (node) => untilRuns(node, allowing))
  expect((await starts()).filter((count) => count > 0)).toHaveLength(1)
  expect((await rolloutStatus()).past[0]).toMatchObject({ outcome: 'Aborted', cause: { reason: 'NodesFailed' } })
}, 600_000)

test('pods that all kubelets refuse hold a rollout, and do not end it', async () => {
  expect(await setWaves('20s')).toMatchObject({ exit: 0 })
  const count = freshLogFiles()
  await storeGlobalLogFiles(nodes[0]!, count)
  const running = runRollout()
  await untilCanaryRuns(count)
  await startOnAll('net.core.somaxconn')
  await untilWaits('PodsHurt')
  await onEach(nodes, (node) => until(() => isRefused(node), `${node} lets the pod in`))
  // Gone, they are held against nobody.
  await deletePods(nodes.map(podOn))
  await ends(running, 0)
  await onEach(nodes, (node) => untilRuns(node, count))
}, 600_000)

test('a document that passes its trial, and has pods evicted later, reaches the canary only, and comes back', async () => {
  const before = freshLogFiles()
  expect(await setWaves('3s')).toMatchObject({ exit: 0 })
  await storeGlobalLogFiles(nodes[0]!, before)
  await ends(runRollout(), 0)

  expect(await setWaves('5m')).toMatchObject({ exit: 0 })
  const starts = await countStartsOn(nodes)
  const greedy = freshLogFiles()
  await storeGlobal(
    nodes[0]!,
    [`containerLogMaxFiles: ${greedy}`, 'evictionHard: {nodefs.available: 45%, imagefs.available: 5%}'].join('\n'),
  )
  const running = runRollout()
  await untilCanaryRuns(greedy)
  // Enough for the kubelets with the document of before.
  await onEach(nodes, (node) => leaveOnDisk(node, 30))
  expect(await running).toMatchObject({ exit: 9, stderr: expect.stringContaining('(Evicted)') })
  await onEach(nodes, (node) => untilRuns(node, before))
  expect((await starts()).filter((count) => count > 0)).toHaveLength(1)
  await onEach(nodes, freeDisk)
  await onEach(nodes, renewPods)
}, 600_000)
