import { describe, expect, test } from '@jest/globals'
import { nodeTarget } from '../../../../src/lib/documents/target.ts'
import { type Handler, refusal } from '../../../support/api-server.ts'
import { patient } from '../../cluster/http/rest-to.ts'
import { configMap, configMaps, withDocuments } from './stored-documents.ts'

const absent = refusal(404, 'NotFound', { message: 'configmaps "x" not found', details: { name: 'x' } })
const stale = refusal(409, 'Conflict', { message: 'the object has been modified' })

describe('revisions', () => {
  const target = nodeTarget('n1')
  const key = 'n1-kubelet-configuration'
  const stored = (revision: string) => ({
    body: { kind: 'ConfigMap', metadata: { resourceVersion: '3' }, data: { [key]: revision } },
  })

  test.each([
    ['12', 12],
    ['-1', undefined],
    ['twelve', undefined],
  ])('%j is read as %p', async (text, revision) => {
    expect(
      await withDocuments(
        () => stored(text),
        (it) => it.lastRevisions(patient),
      ),
    ).toEqual(new Map(revision === undefined ? [] : [[key, revision]]))
  })

  const remember = (handler: Handler, revision: number) =>
    withDocuments(handler, async (documents, { received }) => {
      const result = await documents
        .rememberRevision(target, revision, 'none', patient)
        .catch((error: unknown) => error)
      return { result, writes: received.filter(({ method }) => method !== 'GET') }
    })

  test('are first remembered in a new ConfigMap', async () => {
    const { writes } = await remember(({ method }) => (method === 'GET' ? absent : { body: configMap() }), 4)
    expect(writes).toMatchObject([{ method: 'POST', path: configMaps, body: { data: { [key]: '4' } } }])
  })

  test('are never lowered', async () => {
    expect(await remember(() => stored('5'), 5)).toEqual({ result: undefined, writes: [] })
  })

  test('are written again when somebody else wrote in between', async () => {
    let conflicts = 2
    const { result, writes } = await remember(({ method }) => {
      if (method === 'GET') return stored('1')
      return conflicts-- > 0 ? stale : { body: configMap() }
    }, 4)
    expect(result).toBeUndefined()
    expect(writes).toHaveLength(3)
    expect(writes[2]).toMatchObject({ body: { metadata: { resourceVersion: '3' }, data: { [key]: '4' } } })
  })

  test('are given up after a few conflicts', async () => {
    const { result, writes } = await remember(({ method }) => (method === 'GET' ? stored('1') : stale), 4)
    expect(result).toMatchObject({ code: 'conflict' })
    expect(writes).toHaveLength(5)
  })
})
