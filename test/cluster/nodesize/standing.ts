import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import { applyObjects, kubectl, kubectlJson } from '../kubectl.ts'
import { nodes } from '../machine/nodes.ts'
import { containerPids } from '../node.ts'
import type { PodStatus } from '../pods.ts'
import { workload } from './workload.ts'

const label = { key: 'test.kubeletcfg.dev/standing', value: 'true' }
const selector = `--selector=${label.key}=${label.value}`

const priorities = { 'standing-high': 900_000_000, 'standing-low': -1 }

const priorityClasses = Object.entries(priorities).map(([name, value]) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name, labels: { [label.key]: label.value } },
  value,
}))

const workloads = nodes.flatMap(({ name: node }) =>
  Object.keys(priorities).map((priorityClassName) =>
    workload({
      name: `${priorityClassName}-${node}`,
      node,
      cpu: '50m',
      memory: '32Mi',
      priorityClassName,
      labels: { [label.key]: label.value },
    }),
  ),
)

/**
 * Pods of high and of low priority run on both nodes while the tests of a file do, and after each test they are the very
 * same processes. No pod of the cluster may have failed either, whosever it is. `meanwhile` is done as they start.
 */
export function keepWorkloadsStanding(meanwhile: () => Promise<void> = async () => undefined): void {
  let before: object
  beforeAll(async () => {
    await Promise.all([start(), meanwhile()])
    before = await identities()
  })
  afterEach(async () => {
    expect(await identities()).toEqual(before)
  })
  afterAll(async () => {
    await kubectl(['delete', 'pod,priorityclass', selector, '--force', '--grace-period=0'])
  })
}

async function start(): Promise<void> {
  await applyObjects([...priorityClasses, ...workloads])
  await kubectl(['wait', '--for=condition=Ready', 'pod', selector, '--timeout=180s'])
}

interface Pod {
  readonly metadata: {
    readonly name: string
    readonly uid: string
    readonly labels?: Readonly<Record<string, string>>
  }
  readonly status: PodStatus
}

/** What would change if a workload were disturbed, and the names of pods that failed. */
async function identities(): Promise<object> {
  const [{ items: pods }, ...pids] = await Promise.all([
    kubectlJson<{ items: Pod[] }>(['get', 'pods', '--all-namespaces']),
    ...nodes.map(({ name }) => containerPids(name)),
  ])
  const pidOf = new Map(pids.flatMap((some) => [...some]))
  return {
    standing: pods.filter(isStanding).map((pod) => identityOf(pod, pidOf)),
    failed: pods.filter(({ status }) => status.phase === 'Failed').map(({ metadata }) => metadata.name),
  }
}

const isStanding = ({ metadata }: Pod): boolean => metadata.labels?.[label.key] === label.value

function identityOf({ metadata: { name, uid }, status }: Pod, pidOf: ReadonlyMap<string, number>): object {
  const containers = status.containerStatuses.map(({ containerID, restartCount }) => ({
    containerID,
    restartCount,
    pid: pidOf.get(containerID.replace('containerd://', '')),
  }))
  return { name, uid, phase: status.phase, containers }
}
