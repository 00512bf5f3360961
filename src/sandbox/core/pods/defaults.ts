import type { Container, KubeObject, Pod, PodSpec } from '../model/object.ts'
import { canonicalList } from '../model/quantities.ts'
import { Unreadable } from '../model/unreadable.ts'

type Resources = NonNullable<Container['resources']>

/** Defaults of pkg/apis/core/v1/defaults.go, with canonical quantities. */
export function podDefaults(object: KubeObject): Pod {
  const pod = object as Pod
  if (!Array.isArray(pod.spec?.containers)) return { ...pod, spec: specDefaults({ ...pod.spec, containers: [] }) }
  return { ...pod, spec: { enableServiceLinks: true, ...specDefaults(pod.spec) } }
}

/** Defaults of a pod spec, also in the template of a DaemonSet. */
export function specDefaults(spec: PodSpec): PodSpec {
  return {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
    ...spec,
    containers: spec.containers.map(containerDefaults),
    ...(spec.initContainers && { initContainers: spec.initContainers.map(containerDefaults) }),
    ...(spec.overhead && { overhead: canonicalList(spec.overhead)! }),
    ...(spec.resources && { resources: resourcesDefaults(spec.resources as Resources) }),
  }
}

function containerDefaults(container: Container): Container {
  if (typeof container !== 'object' || container === null) throw new Unreadable('cannot restore struct from: string')
  return {
    ...(container.image !== undefined && { imagePullPolicy: pullPolicyOf(container.image) }),
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    ...container,
    resources: resourcesDefaults(container.resources ?? {}),
  } as Container
}

const pullPolicyOf = (image: string): string =>
  /:(?!latest$)[^/]+$/.test(image) || image.includes('@') ? 'IfNotPresent' : 'Always'

/** Requests default to limits. */
function resourcesDefaults({ requests, limits, ...rest }: Resources): Resources {
  const [ownRequests, ownLimits] = [canonicalList(requests), canonicalList(limits)]
  const all = ownLimits === undefined ? ownRequests : { ...ownLimits, ...ownRequests }
  return { ...rest, ...(ownLimits !== undefined && { limits: ownLimits }), ...(all !== undefined && { requests: all }) }
}
