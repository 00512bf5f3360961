import { hash } from 'node:crypto'
import { collectionPath } from '../../api/kinds.ts'
import type { ObjectBody } from '../../api/object.ts'
import { listAll } from '../../cluster/http/paging.ts'
import { isAbsent } from '../../cluster/http/refusal.ts'
import { bodyOrThrow, type Rest, writeQuery } from '../../cluster/http/rest.ts'
import { document, history as names } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import type { PastDocument } from '../past-document.ts'
import type { History, Recording } from '../ports/history.ts'
import { configMapName, type Target, targetOfConfigMap } from '../target.ts'
import { annotationsOf, stampIn } from './document-object.ts'

const kind = { apiVersion: 'apps/v1', kind: 'ControllerRevision' } as const

interface Revision extends ObjectBody {
  readonly metadata: ObjectBody['metadata'] & { readonly creationTimestamp?: string }
  readonly data?: Readonly<Record<string, unknown>>
  readonly revision: number
}

export function historyOver(rest: Rest, namespace: string): History {
  const path = collectionPath({ ...kind, namespace })
  const pathOf = (target: Target, revision: number): string => `${path}/${nameOf(target, revision)}`
  const listWith = async (labelSelector: string, targets: readonly Target[], limits: Limits) => {
    const listing = { path, labelSelector }
    const found = await listAll<Revision, PastDocument | undefined>(rest, { listing, small: pastOf }, limits)
    const wanted = new Set(targets.map(configMapName))
    const own = found.filter((past) => past !== undefined && wanted.has(configMapName(past.target))) as PastDocument[]
    return own.sort((one, other) => other.revision - one.revision)
  }
  return {
    list: (target, limits) => listWith(`${names.label}=${labelOf(target)}`, [target], limits),
    async listOf(targets, limits) {
      if (targets.length === 0) return new Map()
      const labels = targets.length > mostInSelector ? '' : ` in (${targets.map(labelOf).join(',')})`
      const own = await listWith(`${names.label}${labels}`, targets, limits)
      return Map.groupBy(own, (past) => configMapName(past.target))
    },
    async numbers(target, limits) {
      const labelSelector = target === undefined ? names.label : `${names.label}=${labelOf(target)}`
      const query = { labelSelector, includeObject: 'None' }
      const found = await rest.call<Table>({ method: 'GET', path, query, accept, shape: 'table' }, limits)
      return numbersIn(namesIn(found))
    },
    async record(recording, dryRun, limits) {
      const body = revisionOf(recording, namespace)
      const query = writeQuery(document.fieldManager, dryRun)
      const answer = await rest.ask<Revision>({ method: 'POST', path, query, body }, limits)
      if (answer.kind === 'refused' && answer.refusal.code === 409) {
        const there = await rest.find<Revision>(
          { method: 'GET', path: pathOf(recording.target, recording.revision) },
          limits,
        )
        if (there && pastOf(there)?.body === recording.body) return
      }
      bodyOrThrow(answer, rest.server)
    },
    async remove(target, revision, dryRun, limits) {
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', ...(dryRun === 'server' && { dryRun: ['All'] }) }
      const answer = await rest.ask({ method: 'DELETE', path: pathOf(target, revision), body }, limits)
      if (answer.kind === 'refused' && isAbsent(answer.refusal)) return
      bodyOrThrow(answer, rest.server)
    },
  }
}

const nameOf = (target: Target, revision: number): string => `${configMapName(target)}-${revision}`

/** With more targets than this, the query would be long: everything is listed. */
const mostInSelector = 50

/** A label holds 63 characters, the name of a ConfigMap 253. */
const longestLabel = 63
function labelOf(target: Target): string {
  const name = configMapName(target)
  return name.length <= longestLabel
    ? name
    : `${name.slice(0, 40).replace(/[.-]+$/, '')}-${hash('sha256', name).slice(0, 16)}`
}

const revisionOf = ({ target, revision, body, stamp }: Recording, namespace: string) => ({
  ...kind,
  metadata: {
    name: nameOf(target, revision),
    namespace,
    labels: { [names.label]: labelOf(target) },
    annotations: Object.fromEntries(Object.entries(annotationsOf(stamp)).filter(([, text]) => text !== null)),
  },
  data: { [document.key]: body },
  revision,
})

/** undefined: it was made by another client, and is not understood. */
function pastOf({ metadata, data, revision }: Revision): PastDocument | undefined {
  const body = data?.[document.key]
  const [, name = '', number] = /^(.*)-(\d+)$/.exec(metadata.name) ?? []
  const target = targetOfConfigMap(name)
  if (typeof body !== 'string' || target === undefined || Number(number) !== revision) return undefined
  return {
    target,
    revision,
    createdAt: metadata.creationTimestamp ?? '',
    body,
    stamp: stampIn(metadata.annotations ?? {}),
  }
}

/** Of meta.k8s.io/v1: rows without objects are the smallest form of a list. */
interface Table {
  readonly columnDefinitions?: readonly { readonly format: string }[]
  readonly rows?: readonly { readonly cells: readonly unknown[] }[] | null
}
const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'

function namesIn({ columnDefinitions = [], rows }: Table): readonly string[] {
  const column = columnDefinitions.findIndex(({ format }) => format === 'name')
  return (rows ?? []).map(({ cells }) => String(cells[column]))
}

function numbersIn(all: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const text of all) {
    const [, name = '', number] = /^(.*)-(\d{1,15})$/.exec(text) ?? []
    if (number === undefined || targetOfConfigMap(name) === undefined) continue
    found.set(
      name,
      [...(found.get(name) ?? []), Number(number)].sort((one, other) => one - other),
    )
  }
  return found
}
