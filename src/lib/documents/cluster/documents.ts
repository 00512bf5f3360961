import { configMapPath, configMapsPath } from '../../api/kinds.ts'
import { byName, listAll } from '../../cluster/http/paging.ts'
import { isAbsent } from '../../cluster/http/refusal.ts'
import { bodyOrThrow, type Rest, writeQuery } from '../../cluster/http/rest.ts'
import type { Call } from '../../cluster/http/transport.ts'
import { goneFailure } from '../../cluster/resources/gone.ts'
import type { WatchTiming } from '../../cluster/watch/timing.ts'
import { watchObject } from '../../cluster/watch/watch-object.ts'
import { document } from '../../names.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'
import type { Documents, DocumentWrite } from '../ports/documents.ts'
import type { StoredDocument } from '../stored-document.ts'
import { configMapName, type Target } from '../target.ts'
import { annotationsOf, type ConfigMap, documentOf } from './document-object.ts'
import { revisionsOver } from './revisions.ts'

/** Documents in the ConfigMaps of one namespace. */
export function documentsOver(rest: Rest, namespace: string, timing: WatchTiming): Documents {
  const pathOf = (target: Target): string => configMapPath(namespace, configMapName(target))
  return {
    namespace,
    ...revisionsOver(rest, namespace),
    async read(target, limits) {
      const found = await rest.find<ConfigMap>({ method: 'GET', path: pathOf(target) }, limits)
      return found && documentOf(found)
    },
    async list(limits) {
      const listing = { path: configMapsPath(namespace) }
      const all = await listAll<ConfigMap, StoredDocument | undefined>(rest, { listing, small: documentOf }, limits)
      return all.filter((found) => found !== undefined).sort(byName)
    },
    write: (write, dryRun, limits) => sendWrite(rest, writeCall(write, { namespace, dryRun }), limits),
    remove: (stored, dryRun, limits) => sendRemoval(rest, removalCall(stored, dryRun), limits),
    watch(target, limits) {
      const watched = { path: configMapsPath(namespace), name: configMapName(target), small: documentOf, timing }
      return watchObject(rest, watched, limits)
    },
  }
}

interface Where {
  readonly namespace: string
  readonly dryRun: DryRun
}

function writeCall(write: DocumentWrite, { namespace, dryRun }: Where): Call {
  const query = writeQuery(document.fieldManager, dryRun)
  const { replaces } = write
  if (replaces === undefined)
    return { method: 'POST', path: configMapsPath(namespace), query, body: newConfigMap(write, namespace) }
  return {
    method: 'PATCH',
    path: configMapPath(replaces.namespace, replaces.name),
    query,
    body: changeOf(write, replaces),
    contentType: 'application/merge-patch+json',
  }
}

const newConfigMap = ({ target, body, stamp }: DocumentWrite, namespace: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: configMapName(target),
    namespace,
    annotations: Object.fromEntries(Object.entries(annotationsOf(stamp)).filter(([, text]) => text !== null)),
  },
  data: { [document.key]: body },
})

/** A merge patch with a resourceVersion applies only to that version, and keeps the fields that it does not name. */
const changeOf = ({ body, stamp }: DocumentWrite, { resourceVersion, inBinaryData }: StoredDocument) => ({
  metadata: { resourceVersion, annotations: annotationsOf(stamp) },
  data: { [document.key]: body },
  ...(inBinaryData && { binaryData: { [document.key]: null } }),
})

async function sendWrite(rest: Rest, call: Call, limits: Limits): Promise<StoredDocument> {
  const answer = await rest.ask<ConfigMap>(call, limits)
  if (answer.kind === 'refused' && call.method === 'PATCH' && isAbsent(answer.refusal))
    throw goneFailure(answer.refusal)
  const written = documentOf(bodyOrThrow(answer, rest.server))
  if (written === undefined) throw new Error(`${rest.server} answered with another ConfigMap`)
  return written
}

const removalCall = ({ namespace, name, uid, resourceVersion }: StoredDocument, dryRun: DryRun): Call => ({
  method: 'DELETE',
  path: configMapPath(namespace, name),
  body: {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    preconditions: { uid, resourceVersion },
    ...(dryRun === 'server' && { dryRun: ['All'] }),
  },
})

async function sendRemoval(rest: Rest, call: Call, limits: Limits): Promise<void> {
  const answer = await rest.ask(call, limits)
  if (answer.kind === 'refused' && isAbsent(answer.refusal)) throw goneFailure(answer.refusal)
  bodyOrThrow(answer, rest.server)
}
