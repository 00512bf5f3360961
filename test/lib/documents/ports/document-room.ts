import { expect } from '@jest/globals'
import type { Documents } from '../../../../src/lib/documents/ports/documents.ts'
import { configMapName, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { good, make, ownNamespace, patchCall, pathOf, read, removeNow } from '../../../contract/requests.ts'
import type { Entity } from '../../../contract/subject.ts'
import type { PortSubject } from '../../connect/port-side.ts'

export const target = nodeTarget('node-a')
export const name = configMapName(target)
export const stamp = { revision: 3, by: 'jane', at: '2026-11-21T00:00:00Z', digest: 'v1:sha256:1', message: 'why' }
export const first = { target, body: 'maxPods: 1\n', stamp, replaces: undefined }

export interface ConfigMap extends Entity {
  readonly metadata: Entity['metadata'] & { readonly annotations?: Readonly<Record<string, string>> }
  readonly data?: Readonly<Record<string, string>>
  readonly binaryData?: Readonly<Record<string, string>>
}

export interface Room {
  readonly documents: Documents
  /** Of the ConfigMaps in the namespace. */
  readonly path: string
  readonly stored: () => Promise<ConfigMap>
}

/** Documents in a namespace of the case's own. */
export async function room(subject: PortSubject): Promise<Room> {
  const namespace = await ownNamespace(subject)
  const path = pathOf('configmaps', namespace)
  const { documents } = await subject.connect({ namespace })
  return { documents, path, stored: () => read<ConfigMap>(subject, `${path}/${name}`) }
}

/** Somebody edits it with kubectl. */
export const edit = async (subject: PortSubject, { path }: Room, body: object) =>
  good(await subject.request(patchCall(`${path}/${name}`, 'merge', body)))

/** Somebody deletes it and makes another of the same name. */
export async function replace(subject: PortSubject, { path }: Room): Promise<void> {
  await removeNow(subject, `${path}/${name}`)
  await make(subject, path, { metadata: { name }, data: { kubelet: first.body } })
}

export const conflict = expect.objectContaining({ code: 'conflict' })
