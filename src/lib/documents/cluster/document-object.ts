import type { V1ConfigMap, V1ManagedFieldsEntry } from '@kubernetes/client-node'
import type { Wire } from '../../api/object.ts'
import { agent, document } from '../../names.ts'
import { keeperOf } from '../keeper.ts'
import type { LastWrite, Stamp, StoredDocument } from '../stored-document.ts'
import { targetOfConfigMap } from '../target.ts'

export type ConfigMap = Wire<V1ConfigMap>

/** A ConfigMap as a document; undefined when its name is not that of a document. */
export function documentOf(configMap: ConfigMap): StoredDocument | undefined {
  const { name = '', namespace = '', uid = '', resourceVersion = '', creationTimestamp = '' } = configMap.metadata ?? {}
  const target = targetOfConfigMap(name)
  if (target === undefined) return undefined
  const { data = {}, binaryData = {} } = configMap
  const { managedFields = [], labels = {}, annotations = {} } = configMap.metadata ?? {}
  return {
    target,
    namespace,
    name,
    uid,
    resourceVersion,
    createdAt: creationTimestamp,
    body: data[document.key],
    inBinaryData: document.key in binaryData,
    ...extrasOf(data, binaryData),
    immutable: configMap.immutable ?? false,
    stamp: stampIn(annotations),
    lastWrite: lastWriteOf(managedFields),
    textWrite: lastWriteOf(managedFields.filter(ownsText)),
    keeper: keeperOf(managedFields.map(ownerOf), document.fieldManager, { namespace, name, labels, annotations }),
  }
}

type Texts = Readonly<Record<string, string>>

function extrasOf(data: Texts, binaryData: Texts): Pick<StoredDocument, 'extraKeys' | 'extraBytes'> {
  const extras = [
    ...Object.entries(data).map(([key, text]) => ({ key, bytes: Buffer.byteLength(text) })),
    ...Object.entries(binaryData).map(([key, base64]) => ({ key, bytes: Buffer.byteLength(base64, 'base64') })),
  ].filter(({ key }) => key !== document.key)
  return {
    extraKeys: extras.map(({ key }) => key).sort(),
    extraBytes: extras.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** What a push recorded in the annotations of a ConfigMap or a ControllerRevision. */
export function stampIn(annotations: Texts): Stamp {
  const { digest, revision, by, at, message, skipValidation } = document.annotation
  const present = {
    digest: annotations[digest],
    revision: revisionOf(annotations[revision]),
    by: annotations[by],
    at: annotations[at],
    message: annotations[message],
    acceptedRisks: annotations[agent.annotation.acceptedRisks],
    skipValidation: annotations[skipValidation],
  }
  return Object.fromEntries(Object.entries(present).filter(([, value]) => value !== undefined))
}

/** undefined when the text is not a revision: any client may edit the annotation. */
export function revisionOf(text: string | undefined): number | undefined {
  const revision = Number(text)
  return text !== undefined && /^\d+$/.test(text) && Number.isSafeInteger(revision) ? revision : undefined
}

/** The annotations of a stamp; null removes those of an older push (merge patch). */
export function annotationsOf(stamp: Stamp): Record<string, string | null> {
  const { digest, revision, by, at, message, skipValidation } = document.annotation
  return {
    [digest]: stamp.digest ?? null,
    [revision]: stamp.revision?.toString() ?? null,
    [by]: stamp.by ?? null,
    [at]: stamp.at ?? null,
    [message]: stamp.message ?? null,
    [agent.annotation.acceptedRisks]: stamp.acceptedRisks ?? null,
    [skipValidation]: stamp.skipValidation ?? null,
  }
}

/** Who sets a value owns its field; who sets the same value with server-side apply, as well. */
const ownsText = ({ fieldsV1 }: Wire<V1ManagedFieldsEntry>): boolean =>
  ['f:data', 'f:binaryData'].some((field) => isText((fieldsV1 as Fields | undefined)?.[field]))

const ownerOf = (entry: Wire<V1ManagedFieldsEntry>) => ({
  manager: entry.manager ?? '',
  operation: entry.operation ?? '',
  ownsText: ownsText(entry),
})

type Fields = Readonly<Record<string, Readonly<Record<string, object>> | undefined>>
const isText = (fields: Fields[string]): boolean => fields?.[`f:${document.key}`] !== undefined

function lastWriteOf(entries: readonly Wire<V1ManagedFieldsEntry>[]): LastWrite | undefined {
  const writes = entries.map(({ manager = '', time = '' }) => ({ manager, at: time })).filter(({ at }) => at !== '')
  return writes.sort((one, other) => Date.parse(other.at) - Date.parse(one.at))[0]
}
