import { microTime } from '../core/model/micro-time.ts'
import { type Lease, type Node, timestamp } from '../core/model/object.ts'
import type { World } from './runtime/world.ts'

const namespace = 'kube-node-lease'
const leaseDurationSeconds = 40
/** Milliseconds between renewals (a quarter of the duration of a Lease), and number of renewals per status report. */
const every = { renewal: (leaseDurationSeconds * 1000) / 4, reports: 30 } as const

/** A kubelet leaves the conditions of others as they are. */
const ofKubelet = new Set(['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'])

/** For each running kubelet, renews the Lease of its node, and reports its status periodically. */
export function startHeartbeats(world: World, isRunning: (node: string) => boolean): void {
  const { api, queue } = world
  let beats = 0
  const beat = (): void => {
    for (const node of api.store.list('nodes') as readonly Node[])
      if (isRunning(node.metadata.name)) {
        renew(world, node)
        if (beats > 0 && beats % every.reports === 0) report(world, node)
      }
    beats += 1
    queue.after(every.renewal, beat)
  }
  beat()
}

function renew({ api }: World, { metadata: { name, uid } }: Node): void {
  const now = api.now()
  const found = api.store.get({ resource: 'leases', namespace, name }) as Lease | undefined
  const lease = found ?? {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {
      name,
      namespace,
      uid: api.chance.uid(),
      resourceVersion: '',
      creationTimestamp: timestamp(now),
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }],
    },
  }
  const spec = { holderIdentity: name, leaseDurationSeconds, renewTime: microTime(now) }
  const metadata = { ...lease.metadata, managedFields: [writtenBy(now)] }
  api.store.put('leases', { ...lease, metadata, spec } as Lease)
}

const owned = ['holderIdentity', 'leaseDurationSeconds', 'renewTime'].map((name) => [`f:${name}`, {}] as const)

const writtenBy = (now: number) => ({
  manager: 'kubelet',
  operation: 'Update',
  apiVersion: 'coordination.k8s.io/v1',
  time: timestamp(now),
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:spec': Object.fromEntries(owned) },
})

function report({ api }: World, node: Node): void {
  const lastHeartbeatTime = timestamp(api.now())
  const conditions = node.status?.conditions?.map((condition) =>
    ofKubelet.has(condition.type) ? { ...condition, lastHeartbeatTime } : condition,
  )
  api.store.put('nodes', { ...node, status: { ...node.status, conditions } } as Node)
}
