import { agent, balloon } from '../../../src/lib/names.ts'
import { kubectl } from '../kubectl.ts'
import { type Body, connect } from './api.ts'
import { readSchemas } from './schema.ts'
import { pathTo, type Thing } from './thing.ts'
import type { World } from './walk.ts'

interface Discovered {
  readonly resources: readonly { readonly name: string; readonly verbs: readonly string[] }[]
}

/** Annotations that mean something to somebody, and that another policy may be about. */
const annotations = [
  ...Object.values(agent.annotation),
  ...[balloon.cordonAnnotation, balloon.machineAnnotation],
  ...['kubectl.kubernetes.io/last-applied-configuration', 'node.alpha.kubernetes.io/ttl'],
]
const labels = [
  'node-restriction.kubernetes.io/rights',
  'node-role.kubernetes.io/control-plane',
  'kubernetes.io/hostname',
]

export async function connectWorld(seed: number): Promise<{ readonly world: World; close(): void }> {
  const { send, admin, close } = await connect()
  const verbs = new Map<string, ReadonlyMap<string, readonly string[]>>()
  for (const [group, path] of Object.entries({
    '': '/api/v1',
    apps: '/apis/apps/v1',
    'coordination.k8s.io': '/apis/coordination.k8s.io/v1',
  })) {
    const { resources } = (await send(admin, { method: 'GET', path })).body as unknown as Discovered
    for (const { name, verbs: found } of resources) {
      const [resource = '', subresource = ''] = name.split('/')
      const key = `${group}/${resource}`
      verbs.set(key, new Map([...(verbs.get(key) ?? []), [subresource, found] as const]))
    }
  }
  const kept = new Map<string, Promise<Body>>()
  const read = (thing: Thing, anew = false): Promise<Body> => {
    const path = pathTo(thing)
    const found = anew ? undefined : kept.get(path)
    if (found) return found
    const reading = send(admin, { method: 'GET', path }).then(({ status, body }) => {
      if (status !== 200) throw new Error(`${path}: ${status}`)
      return body
    })
    kept.set(path, reading)
    return reading
  }
  const subresources = ({ group, resource }: Thing) => verbs.get(`${group}/${resource}`) ?? new Map<string, never>()
  const schemas = await readSchemas(send, admin)
  return { world: { send, admin, schemas, subresources, read, seed, keys: { annotations, labels } }, close }
}

/** A token of a ServiceAccount, bound to a Node or, without one, to nothing. */
export const tokenOf = async (account: string, namespace: string, node?: string): Promise<string> => {
  const bound = node === undefined ? [] : ['--bound-object-kind=Node', `--bound-object-name=${node}`]
  return (await kubectl(['create', 'token', account, `--namespace=${namespace}`, ...bound])).trim()
}
