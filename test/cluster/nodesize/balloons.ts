import { balloon, defaultNamespace } from '../../../src/lib/names.ts'
import { amountsOf, equal, formatAmounts } from '../../../src/lib/pods/amounts.ts'
import { kubectl } from '../kubectl.ts'
import type { NodeName } from '../machine/nodes.ts'
import { listPods } from '../read.ts'
import { until } from '../until.ts'

export interface Requests {
  readonly cpu: string
  readonly memory: string
}

export interface BalloonPod {
  readonly metadata: {
    readonly name: string
    readonly uid: string
    readonly generation: number
    readonly deletionTimestamp?: string
  }
  readonly spec: { readonly nodeName?: string; readonly containers: readonly [{ resources: { requests: Requests } }] }
  readonly status: {
    readonly observedGeneration?: number
    readonly conditions?: ReadonlyArray<{ readonly type: string }>
    readonly containerStatuses?: readonly [{ allocatedResources?: Requests; resources?: object }]
  }
}

const selector = `labelSelector=${balloon.podLabel.key}=${balloon.podLabel.value}`

/** What a balloon holds when nobody has made its node smaller. */
export const least: Requests = { cpu: '1m', memory: '16Mi' }

export const balloonPods = (namespace: string = defaultNamespace): Promise<readonly BalloonPod[]> =>
  listPods(selector, namespace)

/** The one balloon that is bound to a node. */
export async function balloonOf(node: NodeName): Promise<BalloonPod> {
  const [pod, ...others] = (await balloonPods()).filter(({ spec }) => spec.nodeName === node)
  if (pod === undefined || others.length > 0)
    throw new Error(`${node} has ${others.length === 0 ? 'no' : 'several'} balloons`)
  return pod
}

/** In canonical text: a balloon may ask for the same in other words. */
export const requestsOf = (pod: BalloonPod): Requests =>
  formatAmounts(amountsOf(pod.spec.containers[0].resources.requests))

/** What any resize changes, and the kubelet, which writes the status, does not. */
export const footprint = ({ metadata: { uid, generation }, spec }: BalloonPod): object => ({ uid, generation, spec })

/** Has the kubelet granted what the balloon asks for, with nothing pending? */
export function isSettled({ metadata, spec, status }: BalloonPod): boolean {
  const { allocatedResources: granted, resources } = status.containerStatuses?.[0] ?? {}
  return (
    metadata.deletionTimestamp === undefined &&
    resources !== undefined &&
    equal(amountsOf(granted), amountsOf(spec.containers[0].resources.requests)) &&
    // Kubelets of 1.33 do not report one.
    (status.observedGeneration ?? metadata.generation) === metadata.generation &&
    !isPending(status)
  )
}

const isPending = ({ conditions = [] }: BalloonPod['status']): boolean =>
  conditions.some(({ type }) => type.startsWith('PodResize'))

export async function untilSettled(...names: readonly NodeName[]): Promise<void> {
  await until(
    async () => {
      const pods = await balloonPods()
      return names.every((name) => {
        const here = pods.filter(({ spec }) => spec.nodeName === name)
        return here.length === 1 && here.every(isSettled)
      })
    },
    `the balloons of ${names.join(' and ')} are not settled`,
  )
}

/** Takes the balloon of a node away and waits for the next one, as large as its DaemonSet makes it. */
export async function replaceBalloon(node: NodeName): Promise<void> {
  const { name, uid } = (await balloonOf(node)).metadata
  await deleteBalloon(name)
  await until(async () => {
    const next = await balloonOf(node)
    return next.metadata.uid !== uid && isSettled(next)
  }, `${node} has no new balloon`)
}

/** Does not ask the kubelet. */
export async function deleteBalloon(name: string): Promise<void> {
  await kubectl(['delete', 'pod', name, `--namespace=${defaultNamespace}`, '--force', '--grace-period=0'])
}
