import { type Body, podOf, podsPath, startTalk, strategicPatch, type Talk } from '../talk.ts'

/** A cluster in which pods are made, resized and looked at by name. */
export interface Pods extends Talk {
  /** A pod that runs on node-a, of so much cpu. */
  runs(name: string, cpu: string, spec?: Body): void
  resize(name: string, cpu: string): Body
  get(name: string): Body
  /** What is asked for, what is granted, and what the kubelet says of it. */
  cpuOf(name: string): string
}

export function startPods(options: Parameters<typeof startTalk>[0] = {}): Pods {
  const talk = startTalk(options)
  const get = (name: string): Body => talk.must('GET', podsPath('default', name))
  return {
    ...talk,
    get,
    runs(name, cpu, spec = {}) {
      talk.must('POST', podsPath('default'), {
        body: podOf(name, { cpu, memory: '16Mi' }, { nodeName: 'node-a', ...spec }),
      })
      talk.sandbox.advance(500)
    },
    resize: (name, cpu) =>
      talk.must('PATCH', `${podsPath('default', name)}/resize`, {
        body: { spec: { containers: [{ name: 'c', resources: { requests: { cpu } } }] } },
        contentType: strategicPatch,
      }),
    cpuOf(name) {
      const { spec, status } = get(name)
      const asked = spec.containers[0].resources.requests.cpu
      const granted = status.containerStatuses?.[0].allocatedResources?.cpu
      const pending = conditionOf({ status }, 'PodResizePending')?.reason
      return [asked, granted, pending].filter(Boolean).join(' ')
    },
  }
}

export const conditionOf = ({ status }: Body, type: string): Body =>
  status.conditions?.find((condition: Body) => condition.type === type)

export const eventsOf = ({ must }: Talk, name: string): string[] =>
  must('GET', '/api/v1/namespaces/default/events', {
    query: { fieldSelector: `involvedObject.name=${name}` },
  }).items.map(({ type, reason, message }: Body) => `${type} ${reason}: ${message}`)
