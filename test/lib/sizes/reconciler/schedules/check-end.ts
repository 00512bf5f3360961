import type { Node } from '../../../../../src/lib/api/node.ts'
import type { Pod } from '../../../../../src/lib/api/pod.ts'
import { balloon, defaultNamespace } from '../../../../../src/lib/names.ts'
import { allocatedOf, containerOf, requestsOf } from '../../../../../src/lib/pods/requests.ts'
import { parseCpu } from '../../../../../src/lib/quantity/cpu.ts'
import { lastResizer } from '../../../../../src/lib/sizes/desired/last-resizer.ts'
import type { InProcess } from '../../../../support/in-process.ts'
import { desiredSizesIn } from '../kept.ts'
import { lease, type Replica } from './replica.ts'
import type { Surroundings } from './surroundings.ts'

interface End {
  readonly world: InProcess
  readonly replicas: readonly Replica[]
  readonly surroundings: Surroundings
}

interface ApiNode {
  readonly metadata: { readonly name: string; readonly annotations?: Node['annotations'] }
  readonly spec?: { readonly unschedulable?: boolean }
  readonly status: { readonly allocatable: { readonly cpu: string } }
}

/** What is not yet as it must be when nothing happens any more; undefined: nothing. */
export function unfinished({ world, replicas, surroundings }: End): string | undefined {
  const list = <Item>(path: string) => world.asAdmin<{ items: Item[] }>({ method: 'GET', path }).items
  const pods = list<Pod>('/api/v1/pods').filter(({ status }) => status?.phase !== 'Failed')
  const desiredSizes = Object.assign({}, ...desiredSizesIn(world)) as Readonly<Record<string, string>>
  return (
    whoLeads(world, replicas) ??
    first(list<ApiNode>('/api/v1/nodes'), (node) => {
      const { name, annotations = {} } = node.metadata
      if (annotations[balloon.cordonAnnotation] !== undefined) return `${name} has the mark of a cordon`
      const isCordoned = node.spec?.unschedulable === true
      if (isCordoned !== surroundings.cordoned.has(name)) return `${name} is ${isCordoned ? '' : 'not '}cordoned`
      return sizeProblem(node, { pods, desired: desiredSizes[name] })
    })
  )
}

const first = <Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined =>
  items.map(find).find((found) => found !== undefined)

function whoLeads(world: InProcess, replicas: readonly Replica[]): string | undefined {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${defaultNamespace}/leases`
  const { items } = world.asAdmin<{ items: { metadata: { name: string }; spec?: { holderIdentity?: string } }[] }>({
    ...{ method: 'GET', path },
  })
  const holder = items.find(({ metadata }) => metadata.name === lease)?.spec?.holderIdentity
  return replicas.some(({ process }) => process?.name === holder) ? undefined : `${holder} holds the Lease, and is gone`
}

/** In cpu; the memory of a balloon is never asked for here. Reckoned anew, without what the reconciler decides by. */
function sizeProblem(
  { metadata: { name }, status: { allocatable } }: ApiNode,
  { pods, desired }: { pods: readonly Pod[]; desired: string | undefined },
): string | undefined {
  const here = pods.filter(({ spec }) => spec.nodeName === name)
  const isBalloon = ({ metadata }: Pod): boolean => metadata.labels?.[balloon.podLabel.key] !== undefined
  const [held, ...more] = here.filter(isBalloon)
  const requests = held && requestsOf(held)
  if (held === undefined || requests === undefined || more.length > 0) return `${name} has not one balloon`
  const size = desired === undefined ? undefined : (JSON.parse(desired) as { cpu?: string }).cpu
  const manager = lastResizer(held)?.manager ?? balloon.fieldManager
  const isGranted = allocatedOf(held)?.cpu === requests.amounts.cpu
  // Without a size to keep, what others ask for is theirs; so is a balloon with limits, which cannot be resized.
  if (size === undefined || size.startsWith('-') || containerOf(held)?.resources?.limits !== undefined) return undefined
  if (!isGranted) return `the resize of ${name} is pending`
  if (manager !== balloon.fieldManager) return undefined
  const others = here
    .filter((pod) => !isBalloon(pod))
    .map((pod) => parseCpu(pod.spec.containers[0]?.resources?.requests?.['cpu'] ?? '0'))
  const offered = parseCpu(allocatable.cpu)
  const wanted = offered - parseCpu(size)
  const room = offered - others.reduce((sum, one) => sum + one, 0n)
  const balloonCpu = max(1n, min(wanted, room))
  return requests.amounts.cpu === balloonCpu
    ? undefined
    : `the balloon of ${name} requests ${requests.amounts.cpu}m instead of ${balloonCpu}m`
}

const min = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const max = (one: bigint, other: bigint): bigint => (one > other ? one : other)
