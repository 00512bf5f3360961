import { good, pathOf, removeNow } from '../../contract/requests.ts'
import type { Stage } from '../stage.ts'

const group = 'rbac.authorization.k8s.io'
const [roles, bindings] = [pathOf('clusterroles'), pathOf('clusterrolebindings')]

const configMaps = { apiGroups: [''], resources: ['configmaps'] }
const nodes = { apiGroups: [''], resources: ['nodes', 'pods'] }
const objects = { apiGroups: ['apps', group, 'scheduling.k8s.io'], resources: ['*'] }

/** Who may look at what; nobody of them may change anything. Each lacks one right at a time: which of two comes first is chance. */
const readers = { cora: [configMaps], nora: [nodes], rita: [configMaps, nodes, objects] }

export async function giveRights({ request }: Stage): Promise<void> {
  for (const [user, readable] of Object.entries(readers)) {
    const metadata = { name: `outputs-${user}` }
    const rules = readable.map((rule) => ({ ...rule, verbs: ['get', 'list', 'watch'] }))
    const roleRef = { apiGroup: group, kind: 'ClusterRole', ...metadata }
    const subjects = [{ apiGroup: group, kind: 'User', name: user }]
    good(await request({ method: 'POST', path: roles, body: { metadata, rules } }))
    good(await request({ method: 'POST', path: bindings, body: { metadata, roleRef, subjects } }))
  }
}

export async function takeRights(stage: Stage): Promise<void> {
  for (const user of Object.keys(readers))
    for (const collection of [bindings, roles]) await removeNow(stage, `${collection}/outputs-${user}`)
}
