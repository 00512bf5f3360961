import type { Pod } from '../../src/lib/api/pod.ts'
import { Failure } from '../../src/lib/failure.ts'
import type { Balloons } from '../../src/lib/ports/balloons.ts'
import type { DryRun, Limits } from '../../src/lib/ports/limits.ts'
import { requestsOf } from '../../src/lib/sizing/requests.ts'
import type { Requests, Resize } from '../../src/lib/sizing/resize.ts'
import { balloonPod } from '../lib/sizing/samples.ts'

/** What the kubelet makes of a resize: the pod after it looked, or undefined when it does not look. */
export type Kubelet = (pod: Pod) => Pod | undefined

export const grants: Kubelet = (pod) => balloonPod(requestsOf(pod)!, requestsOf(pod)!, seen(pod))

export const defers =
  (message: string): Kubelet =>
  (pod) =>
    balloonPod(
      requestsOf(pod)!,
      { cpu: '1m', memory: '16Mi' },
      {
        ...seen(pod),
        status: {
          observedGeneration: pod.metadata.generation ?? 0,
          conditions: [
            {
              type: 'PodResizePending',
              status: 'True',
              reason: 'Deferred',
              message,
              observedGeneration: pod.metadata.generation!,
            },
          ],
        },
      },
    )

export const silent: Kubelet = () => undefined

const seen = ({ metadata }: Pod) => ({ metadata, status: { observedGeneration: metadata.generation ?? 0 } })

/** One balloon and its kubelet. Keeps the promises of the port: compare-and-swap by text, generations, a level watch. */
export class FakeBalloons implements Balloons {
  readonly namespace = 'kube-system'
  pod: Pod | undefined = balloonPod({ cpu: '1m', memory: '16Mi' })
  kubelet: Kubelet = grants
  /** Asked for, in order; dry runs apart. */
  readonly resizes: Requests[] = []
  /** Runs before a resize is looked at; throws what the network would. */
  beforeResize: (count: number) => void = () => undefined
  /** Runs after a resize took effect; throwing loses the answer. */
  afterResize: (count: number) => void = () => undefined

  async resize({ pod, from, to }: Resize, dryRun: DryRun): Promise<Pod> {
    if (dryRun === 'none') this.beforeResize(this.resizes.length + 1)
    const live = this.pod
    const asked = live && requestsOf(live)
    if (live?.metadata.uid !== pod.metadata.uid || asked?.cpu !== from.cpu || asked.memory !== from.memory)
      throw new Failure('conflict', 'changed')
    const generation = (live.metadata.generation ?? 0) + 1
    const granted = { ...live.status!.containerStatuses![0]!.allocatedResources } as unknown as Requests
    const answer = balloonPod(to, granted, { metadata: { ...live.metadata, generation }, status: { ...live.status } })
    if (dryRun === 'server') return answer
    this.resizes.push(to)
    this.pod = answer
    const judged = this.kubelet(answer)
    if (judged !== undefined) this.pod = judged
    this.afterResize(this.resizes.length)
    return answer
  }

  async read(): Promise<Pod | undefined> {
    return this.pod
  }

  async list(): Promise<readonly Pod[]> {
    return this.pod === undefined ? [] : [this.pod]
  }

  /** Throws when a watch begins. */
  beforeWatch: () => void = () => undefined

  async *watch(_name: string, { signal }: Limits): AsyncIterable<Pod | undefined> {
    this.beforeWatch()
    yield this.pod
    await new Promise((done) => signal.addEventListener('abort', done, { once: true }))
  }
}
