import { rollout } from '../../../src/lib/names.ts'
import { good, patchCall, pathOf, removeNow } from '../../contract/requests.ts'
import type { Stage } from '../stage.ts'

const collection = pathOf('configmaps', 'kube-system')
const nameFor = (node: string): string => `${node}-kubelet-configuration`
const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

/** As people do with kubectl, by other hands than ours. */
const query = { fieldManager: 'kubectl-edit' }

interface Content {
  readonly data?: Readonly<Record<string, string>>
  readonly binaryData?: Readonly<Record<string, string>>
  readonly immutable?: boolean
}

/** A ConfigMap that has the name of the document of this node. */
export async function makeByHand({ request }: Stage, node: string, content: Content): Promise<void> {
  const body = { metadata: { name: nameFor(node) }, ...content }
  good(await request({ method: 'POST', path: collection, query, body }))
}

/** Gives the document of this node other lines, and leaves what push said about it. */
export async function editByHand({ request }: Stage, node: string, lines: string): Promise<void> {
  const data = { kubelet: `${header}${lines}` }
  good(await request({ ...patchCall(`${collection}/${nameFor(node)}`, 'merge', { data }), query }))
}

/** As Flux does, again and again, with the labels that say where it has it from. */
export async function applyAsFlux({ request }: Stage, node: string, lines: string): Promise<void> {
  const from = 'kustomize.toolkit.fluxcd.io'
  const metadata = {
    name: nameFor(node),
    labels: { [`${from}/name`]: 'kubelets', [`${from}/namespace`]: 'flux-system' },
  }
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { kubelet: `${header}${lines}` } }
  const query = { fieldManager: 'kustomize-controller', force: 'true' }
  good(await request({ ...patchCall(`${collection}/${nameFor(node)}`, 'apply', body), query }))
}

export const removeByHand = (stage: Stage, node: string): Promise<void> =>
  removeNow(stage, `${collection}/${nameFor(node)}`)

export const removeRollout = (stage: Stage): Promise<void> => removeNow(stage, `${collection}/${rollout.configMap}`)
