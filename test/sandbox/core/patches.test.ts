import { describe, expect, test } from '@jest/globals'
import { applyPatch, type Body, jsonPatch, mergePatch, startTalk, strategicPatch, type Talk } from '../talk.ts'

const path = '/api/v1/namespaces/default/configmaps'

function startWith(data: Body): Talk {
  const talk = startTalk()
  talk.must('POST', path, {
    body: { metadata: { name: 'it', labels: { a: '1' } }, data },
    query: { fieldManager: 'maker' },
  })
  return talk
}

describe('a patch', () => {
  test.each([
    [
      'json',
      jsonPatch,
      [
        { op: 'test', path: '/data/a', value: '1' },
        { op: 'remove', path: '/data/b' },
      ],
      { a: '1' },
    ],
    ['merge', mergePatch, { data: { b: null, c: '3' } }, { a: '1', c: '3' }],
    ['strategic', strategicPatch, { data: { b: null, c: '3' } }, { a: '1', c: '3' }],
    ['strategic $patch', strategicPatch, { data: { $patch: 'replace', c: '3' } }, { c: '3' }],
  ])('of type %s changes what it names', (_name, contentType, body, expected) => {
    const { must } = startWith({ a: '1', b: '2' })
    const patched = must('PATCH', `${path}/it`, { body, contentType })
    expect(patched.data).toEqual(expected)
    expect(must('GET', `${path}/it`)).toEqual(patched)
  })

  test('that changes nothing is not stored', () => {
    const { must, watch } = startWith({ a: '1' })
    const before = must('GET', `${path}/it`)
    const { events } = watch(path, { resourceVersion: before.metadata.resourceVersion })
    expect(must('PATCH', `${path}/it`, { body: { data: { a: '1' } }, contentType: mergePatch })).toEqual(before)
    expect(events).toEqual([])
  })

  test('with dryRun is answered and not stored', () => {
    const { must } = startWith({ a: '1' })
    const before = must('GET', `${path}/it`)
    const query = { dryRun: 'All' }
    expect(must('PATCH', `${path}/it`, { body: { data: { a: '2' } }, contentType: mergePatch, query }).data.a).toBe('2')
    expect(must('GET', `${path}/it`)).toEqual(before)
  })

  test.each([
    ['an unknown directive', strategicPatch, { data: { $sort: ['a'] } }],
    ['cbor', 'application/apply-patch+cbor', {}],
    ['yaml', applyPatch, 'apiVersion: v1'],
  ])('with %s is not guessed at', (_name, contentType, body) => {
    const { ask } = startWith({ a: '1' })
    const query = { fieldManager: 'me' }
    expect(ask('PATCH', `${path}/it`, { body, contentType, query }).body).toMatchObject({
      code: 501,
      reason: 'NotImplemented',
    })
  })

  test('removes items of lists by their key', () => {
    const talk = startTalk()
    const path = '/api/v1/nodes/node-a/status'
    const body = {
      status: {
        conditions: [
          { $patch: 'delete', type: 'DiskPressure' },
          { type: 'Ready', status: 'False' },
        ],
      },
    }
    const { status } = talk.must('PATCH', path, { body, contentType: strategicPatch })
    expect(status.conditions.map((condition: Body) => `${condition.type} ${condition.status}`)).toEqual([
      'MemoryPressure False',
      'PIDPressure False',
      'Ready False',
    ])
    expect(status.conditions[2].reason).toBe('KubeletReady')
  })
})

describe('server-side apply', () => {
  const apply = ({ ask }: Talk, data: Body, query: Record<string, string>) =>
    ask('PATCH', `${path}/it`, {
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'it' }, data },
      contentType: applyPatch,
      query,
    })

  test('creates what is not there', () => {
    const talk = startTalk()
    const { status, body } = apply(talk, { a: '1' }, { fieldManager: 'me' })
    expect(status).toBe(201)
    expect(body.metadata.managedFields).toMatchObject([
      { manager: 'me', operation: 'Apply', fieldsV1: { 'f:data': { 'f:a': {} } } },
    ])
  })

  test('takes away what its manager does not name any more, and nothing else', () => {
    const talk = startWith({ theirs: '0' })
    apply(talk, { a: '1', b: '2' }, { fieldManager: 'me' })
    expect(apply(talk, { a: '1' }, { fieldManager: 'me' }).body.data).toEqual({ theirs: '0', a: '1' })
  })

  test('does not take what belongs to others, but by force', () => {
    const talk = startWith({ a: '0' })
    expect(apply(talk, { a: '1' }, { fieldManager: 'me' }).body).toMatchObject({
      code: 409,
      message: 'Apply failed with 1 conflict: conflict with "maker" using v1: .data.a',
      details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.a' }] },
    })
    expect(apply(talk, { a: '1' }, { fieldManager: 'me', force: 'true' }).body.data).toEqual({ a: '1' })
    expect(apply(talk, { a: '2' }, { fieldManager: 'me' }).status).toBe(200)
  })

  test('shares what is equal', () => {
    const talk = startWith({ a: '0' })
    expect(apply(talk, { a: '0' }, { fieldManager: 'me' }).status).toBe(200)
    expect(apply(talk, {}, { fieldManager: 'me' }).body.data).toEqual({ a: '0' })
  })

  test('of the same again changes nothing', () => {
    const talk = startTalk()
    const first = apply(talk, { a: '1' }, { fieldManager: 'me' }).body
    talk.sandbox.advance(5000)
    expect(apply(talk, { a: '1' }, { fieldManager: 'me' }).body).toEqual(first)
  })

  test('demands a manager', () => {
    const talk = startTalk()
    expect(apply(talk, {}, {}).body).toMatchObject({ code: 422, reason: 'Invalid' })
  })
})

test('an update notes who changed what, and when', () => {
  const { must, sandbox } = startWith({ a: '1', b: '2' })
  sandbox.advance(3000)
  const { metadata } = must('PATCH', `${path}/it`, {
    body: { data: { b: '3' } },
    contentType: mergePatch,
    query: { fieldManager: 'other' },
  })
  expect(metadata.managedFields).toMatchObject([
    { manager: 'maker', time: '2026-01-01T00:00:00Z', fieldsV1: { 'f:data': { 'f:a': {} } } },
    { manager: 'other', time: '2026-01-01T00:00:03Z', fieldsV1: { 'f:data': { 'f:b': {} } } },
  ])
})
