import { describe, expect, test } from '@jest/globals'
import type { StoredDocument } from '../../../../src/lib/documents/stored-document.ts'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { type Reply, refusal } from '../../../support/api-server.ts'
import { patient } from '../../cluster/http/rest-to.ts'
import { configMap, configMaps, globalName, withDocuments } from './stored-documents.ts'

const readFrom = (body: object): Promise<StoredDocument | undefined> =>
  withDocuments(
    () => ({ body }),
    (documents) => documents.read(globalTarget, patient),
  )

const absent = refusal(404, 'NotFound', { message: 'configmaps "x" not found', details: { name: 'x' } })
const stale = refusal(409, 'Conflict', { message: 'the object has been modified' })

describe('a document', () => {
  test('is a ConfigMap in our words', async () => {
    const annotations = {
      'kubeletcfg.dev/digest': 'sha256:1',
      'kubeletcfg.dev/revision': '4',
      'kubeletcfg.dev/by': 'jane',
      'kubeletcfg.dev/at': '2026-01-02T00:00:00Z',
      other: 'kept',
    }
    const managedFields = [
      { manager: 'late', time: '2026-03-01T00:00:00Z' },
      { manager: 'early', time: '2026-02-01T00:00:00Z' },
    ]
    const extras = { data: { kubelet: 'a: 1', readme: 'é' }, binaryData: { blob: 'AAAA' }, immutable: true }
    expect(await readFrom(configMap(extras, { annotations, managedFields }))).toEqual({
      target: globalTarget,
      namespace: 'kube-system',
      name: globalName,
      uid: 'u1',
      resourceVersion: '7',
      createdAt: '2026-01-01T00:00:00Z',
      body: 'a: 1',
      inBinaryData: false,
      extraKeys: ['blob', 'readme'],
      extraBytes: 5,
      immutable: true,
      stamp: { digest: 'sha256:1', revision: 4, by: 'jane', at: '2026-01-02T00:00:00Z' },
      lastWrite: { manager: 'late', at: '2026-03-01T00:00:00Z' },
    })
  })

  test('of somebody else has no stamp, and perhaps no body', async () => {
    const odd = configMap({ data: undefined, binaryData: { kubelet: 'AAAA' } })
    expect(await readFrom(odd)).toMatchObject({ body: undefined, inBinaryData: true, stamp: {}, lastWrite: undefined })
  })

  test('with a revision that is none has none', async () => {
    const odd = configMap({}, { annotations: { 'kubeletcfg.dev/revision': 'latest' } })
    expect((await readFrom(odd))?.stamp).toEqual({})
  })

  test('that is not there is undefined', async () => {
    expect(
      await withDocuments(
        () => absent,
        (documents) => documents.read(globalTarget, patient),
      ),
    ).toBeUndefined()
  })

  test('in a list is told by its name', async () => {
    const names = ['n1-kubelet-configuration', 'kubelet-config', globalName, '-kubelet-configuration']
    const items = names.map((name) => configMap({}, { name }))
    const list = await withDocuments(
      () => ({ body: { kind: 'ConfigMapList', items } }),
      (documents) => documents.list(patient),
    )
    expect(list.map(({ target }) => target)).toEqual([globalTarget, nodeTarget('n1')])
  })
})

describe('a write', () => {
  const stamp = { digest: 'sha256:2', revision: 5 }
  const write = (reply: Reply, replaces?: StoredDocument, dryRun: 'none' | 'server' = 'none') =>
    withDocuments(
      () => reply,
      async (documents, { received }) => {
        const wanted = { target: globalTarget, body: 'b: 2', stamp, replaces }
        const result = await documents.write(wanted, dryRun, patient).catch((error: unknown) => error)
        return { result, sent: received[0]! }
      },
    )
  const annotations = { 'kubeletcfg.dev/digest': 'sha256:2', 'kubeletcfg.dev/revision': '5' }

  test('of what was not there creates it', async () => {
    const { result, sent } = await write({ status: 201, body: configMap() })
    expect(result).toMatchObject({ name: globalName, resourceVersion: '7' })
    expect(sent).toMatchObject({ method: 'POST', path: configMaps, query: { fieldManager: 'kubeletcfg' } })
    expect(sent.body).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: globalName, namespace: 'kube-system', annotations },
      data: { kubelet: 'b: 2' },
    })
  })

  test('of what was read changes that and nothing else', async () => {
    const { sent } = await write({ body: configMap() }, await readFrom(configMap()))
    const gone = Object.fromEntries(
      ['by', 'at', 'message', 'accepted-risks', 'skip-validation'].map((name) => [`kubeletcfg.dev/${name}`, null]),
    )
    expect(sent).toMatchObject({
      method: 'PATCH',
      path: `${configMaps}/${globalName}`,
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(sent.body).toEqual({
      metadata: { resourceVersion: '7', annotations: { ...annotations, ...gone } },
      data: { kubelet: 'b: 2' },
    })
  })

  test('takes the key out of binaryData', async () => {
    const odd = await readFrom(configMap({ data: {}, binaryData: { kubelet: 'AAAA' } }))
    expect((await write({ body: configMap() }, odd)).sent.body).toMatchObject({ binaryData: { kubelet: null } })
  })

  test('can be a dry run', async () => {
    const { sent } = await write({ body: configMap() }, undefined, 'server')
    expect(sent.query).toEqual({ fieldManager: 'kubeletcfg', dryRun: 'All' })
  })

  test.each([
    ['somebody created it', refusal(409, 'AlreadyExists'), false, 'conflict'],
    ['somebody changed it', stale, true, 'conflict'],
    ['somebody deleted it', absent, true, 'conflict'],
    ['the namespace is missing', absent, false, 'invalid'],
    ['it is immutable', refusal(422, 'Invalid', { message: 'field is immutable' }), true, 'invalid'],
  ])('when %s is a Failure', async (_, reply, replacing, code) => {
    const { result } = await write(reply, replacing ? await readFrom(configMap()) : undefined)
    expect(result).toMatchObject({ code })
  })
})

describe('a removal', () => {
  const remove = (reply: Reply) =>
    withDocuments(
      ({ method }) => (method === 'GET' ? { body: configMap() } : reply),
      async (documents, { received }) => {
        const stored = await documents.read(globalTarget, patient)
        const result = await documents.remove(stored!, 'server', patient).catch((error: unknown) => error)
        return { result, sent: received[1]! }
      },
    )

  test('is of exactly what was read', async () => {
    const { result, sent } = await remove({ body: { kind: 'Status', status: 'Success' } })
    expect(result).toBeUndefined()
    expect(sent).toMatchObject({
      method: 'DELETE',
      path: `${configMaps}/${globalName}`,
      body: { preconditions: { uid: 'u1', resourceVersion: '7' }, dryRun: ['All'] },
    })
  })

  test.each([
    ['changed', stale],
    ['deleted', absent],
  ])('of what somebody %s is a conflict', async (_, reply) => {
    expect((await remove(reply)).result).toMatchObject({ code: 'conflict' })
  })
})
