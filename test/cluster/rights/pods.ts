import { balloon } from '../../../src/lib/names.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import { until } from '../until.ts'
import { pauseImage } from '../versions.ts'
import { balloons, documents, other, own } from './names.ts'
import { type Thing, thing } from './thing.ts'

const podSpec = {
  terminationGracePeriodSeconds: 0,
  containers: [{ name: balloon.container, image: pauseImage, resources: { requests: { cpu: '1m', memory: '16Mi' } } }],
}

export const podOf = (name: string, ownerReferences: readonly object[] = []) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: balloons, ownerReferences } },
  spec: { nodeName: other, ...podSpec },
})

/** Like that of the balloons, by another name or elsewhere. */
const daemonSet = (name: string, namespace: string) => ({
  ...{ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name, namespace } },
  spec: {
    selector: { matchLabels: { rights: 'test' } },
    template: {
      metadata: { labels: { rights: 'test' } },
      spec: { ...podSpec, tolerations: [{ operator: 'Exists' }], nodeSelector: { 'rights.example/own': 'x' } },
    },
  },
})

export const owners = [
  daemonSet('rights-other', balloons),
  daemonSet(balloon.daemonSet, documents),
  {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: balloon.daemonSet, namespace: balloons } },
    spec: {
      ...{ replicas: 0, selector: { matchLabels: { rights: 'none' } } },
      template: { metadata: { labels: { rights: 'none' } }, spec: podSpec },
    },
  },
]

/** Pods with an owner that is nearly the DaemonSet of the balloons. */
export async function nearlyBalloons(): Promise<readonly object[]> {
  const uidOf = async (kind: string) =>
    (
      await kubectl(['get', kind, balloon.daemonSet, `--namespace=${balloons}`, '--output=jsonpath={.metadata.uid}'])
    ).trim()
  const right = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: balloon.daemonSet, uid: await uidOf('daemonset') }
  return [
    // Of a group that nobody serves: the garbage collector cannot look for it, and the controller knows it by its uid.
    podOf('rights-group', [{ ...right, apiVersion: 'rights.example/v1', uid: 'rights', controller: true }]),
    podOf('rights-kind', [{ ...right, kind: 'Deployment', uid: await uidOf('deployment'), controller: true }]),
    podOf('rights-owner', [right]),
    podOf('rights-no-controller', [{ ...right, controller: false }]),
  ]
}

/** The pods of DaemonSets: the balloon of the node that takes part, and what is nearly one. */
export async function podsOfOwn(): Promise<{ readonly balloonPod: Thing; readonly others: readonly Thing[] }> {
  let pods: readonly Pod[] = []
  await until(async () => {
    const { items } = await kubectlJson<{ items: readonly Pod[] }>(['get', 'pods', '--all-namespaces'])
    pods = items.filter(({ metadata }) => [documents, balloons].includes(metadata.namespace as never))
    return pods.filter(({ spec }) => spec.nodeName === own).length === owners.length
  }, `no pods of DaemonSets on ${own}`)
  const isBalloon = ({ metadata }: Pod) => metadata.labels?.[balloon.podLabel.key] === balloon.podLabel.value
  const [found, ...rest] = [...pods.filter(isBalloon), ...pods.filter((pod) => !isBalloon(pod))].map(({ metadata }) =>
    thing('pods', metadata.name, metadata.namespace),
  )
  if (found === undefined) throw new Error('no balloon')
  return { balloonPod: found, others: rest }
}

interface Pod {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly labels?: Readonly<Record<string, string>>
  }
  readonly spec: { readonly nodeName?: string }
}
