import type { Call } from '../../../../src/lib/cluster/http/transport.ts'
import type { Collection, Delta } from '../../../../src/lib/cluster/ports/collection.ts'
import { collectionOver } from '../../../../src/lib/cluster/watch/collection.ts'
import { usualTiming } from '../../../../src/lib/cluster/watch/timing.ts'
import type { Limits } from '../../../../src/lib/ports/limits.ts'
import { InProcess, type InProcessOptions } from '../../../support/in-process.ts'
import { patient } from '../http/rest-to.ts'

export interface ConfigMap {
  readonly metadata: { readonly name: string; readonly uid?: string; readonly resourceVersion?: string }
  readonly data?: Readonly<Record<string, string>>
}

export const path = '/api/v1/namespaces/default/configmaps'
export const timing = { ...usualTiming, random: () => 0, pauseMs: () => 100 }

export const small = ({ data }: ConfigMap): string | undefined => data?.['text']

/** The texts in the ConfigMaps of a simulated cluster; those without one do not count. */
export function textsIn(options: InProcessOptions = {}) {
  const world = new InProcess(options)
  const texts = collectionOver<ConfigMap, string>(world.rest, { path, small, timing })
  return { world, texts }
}

/** Somebody else's writes, past the client and its faults. */
export const writer = (world: InProcess) => {
  const send = (method: 'POST' | 'PATCH' | 'DELETE', at: string, body?: object) =>
    world.asAdmin({ method, path: at, contentType: 'application/merge-patch+json', ...(body && { body }) })
  return {
    create: (name: string, text?: string) => world.asAdmin({ method: 'POST', path, body: configMap(name, text) }),
    change: (name: string, text: string) => send('PATCH', `${path}/${name}`, { data: { text } }),
    remove: (name: string) => send('DELETE', `${path}/${name}`),
  }
}

const configMap = (name: string, text?: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...(text !== undefined && { data: { text } }),
})

/** Reads deltas one after the other. */
export function reading(collection: Collection<string>, limits: Limits = patient) {
  const iterator = collection.changes(limits)[Symbol.asyncIterator]()
  return {
    async take(count: number): Promise<Delta<string>[]> {
      const taken: Delta<string>[] = []
      while (taken.length < count) taken.push((await iterator.next()).value)
      return taken
    },
    next: () => iterator.next(),
    stop: () => iterator.return?.(),
  }
}

const isProbe = ({ query }: Call): boolean => query?.['limit'] === '1'
/** Of everything. */
export const lists = (world: InProcess) =>
  world.sent.filter((call) => call.query?.['watch'] === undefined && !isProbe(call))
/** Which version the server has. */
export const probes = (world: InProcess) => world.sent.filter(isProbe)
export const watches = (world: InProcess) => world.sent.filter(({ query }) => query?.['watch'] !== undefined)
