import { expect } from '@jest/globals'
import { parkedPod } from '../pods.ts'
import { expectRefusal, make, pathOf, read, removeNow } from '../requests.ts'
import type { Case, Entity, Subject } from '../subject.ts'

interface Listing extends Entity {
  readonly metadata: Entity['metadata'] & { readonly remainingItemCount?: number }
  readonly items: readonly Entity[]
}

const collection = pathOf('configmaps')

/** So many documents that share a label; its selector. */
async function family(subject: Subject, size: number): Promise<{ labelSelector: string; names: string[] }> {
  const label = subject.name()
  const names = Array.from({ length: size }, (_, index) => `${label}-${index}`)
  for (const name of names)
    await make(subject, collection, { metadata: { name, labels: { family: label, own: name } } })
  return { labelSelector: `family=${label}`, names }
}

const listed = async (subject: Subject, query: Readonly<Record<string, string>>, path = collection) =>
  subject.request<Listing>({ method: 'GET', path, query })

const namesOf = ({ items }: Listing): string[] => items.map(({ metadata }) => metadata.name)

const selectors: readonly (readonly [string, (label: string) => string, readonly number[]])[] = [
  ['a list by equality', (label) => `own=${label}-1`, [1]],
  ['a list by a set', (label) => `own in (${label}-0,${label}-2)`, [0, 2]],
  ['a list by exclusion', (label) => `family=${label},own!=${label}-0`, [1, 2]],
  ['a list by what has a label', (label) => `family=${label},own`, [0, 1, 2]],
  ['a list by what lacks a label', (label) => `family=${label},!own`, []],
]

export const listAndPaging: readonly Case[] = [
  ...selectors.map(
    ([name, selector, found]): Case => ({
      name,
      async run(subject) {
        const { names, labelSelector } = await family(subject, 3)
        const { body } = await listed(subject, { labelSelector: selector(labelSelector.split('=')[1] ?? '') })
        expect(namesOf(body)).toEqual(found.map((index) => names[index]))
      },
    }),
  ),
  {
    name: 'a list is sorted by name, and its items name no kind',
    async run(subject) {
      const { names, labelSelector } = await family(subject, 3)
      const { body } = await listed(subject, { labelSelector })
      expect(body.kind).toBe('ConfigMapList')
      expect(namesOf(body)).toEqual(names)
      expect(body.items[0]).not.toHaveProperty('kind')
      expect(body.metadata.resourceVersion).toMatch(/^\d+$/)
    },
  },
  {
    name: 'a list comes in pages of the limit, all of one resourceVersion',
    async run(subject) {
      const { names, labelSelector } = await family(subject, 3)
      const first = (await listed(subject, { labelSelector, limit: '2' })).body
      expect(namesOf(first)).toEqual(names.slice(0, 2))
      const rest = (await listed(subject, { labelSelector, limit: '2', continue: first.metadata.continue ?? '' })).body
      expect(namesOf(rest)).toEqual(names.slice(2))
      expect(rest.metadata.continue ?? '').toBe('')
      expect(rest.metadata.resourceVersion).toBe(first.metadata.resourceVersion)
    },
  },
  {
    name: 'a page shows the state of the first page',
    async run(subject) {
      const { names, labelSelector } = await family(subject, 3)
      const first = (await listed(subject, { labelSelector, limit: '1' })).body
      await removeNow(subject, `${collection}/${names[2]}`)
      const rest = (await listed(subject, { labelSelector, limit: '5', continue: first.metadata.continue ?? '' })).body
      expect(namesOf(rest)).toEqual(names.slice(1))
    },
  },
  {
    name: 'a continue token of somebody else is a bad request',
    async run(subject) {
      expectRefusal(await listed(subject, { limit: '1', continue: 'nonsense' }), {
        code: 400,
        reason: 'BadRequest',
        message: /^invalid continue token: continue key is not valid: /,
      })
    },
  },
  {
    name: 'a list of one name is an empty list when there is none, with a resourceVersion',
    async run(subject) {
      const { status, body } = await listed(subject, { fieldSelector: `metadata.name=${subject.name()}` })
      expect({ status, items: body.items }).toEqual({ status: 200, items: [] })
      expect(body.metadata.resourceVersion).toMatch(/^\d+$/)
    },
  },
  {
    name: 'a list of one name has that one',
    async run(subject) {
      const { names } = await family(subject, 2)
      const { body } = await listed(subject, { fieldSelector: `metadata.name=${names[1]}` })
      expect(namesOf(body)).toEqual([names[1]])
    },
  },
  {
    name: 'a field that cannot be selected by is a bad request',
    async run(subject) {
      expectRefusal(await listed(subject, { fieldSelector: 'data.kubelet=a' }), {
        code: 400,
        reason: 'BadRequest',
        message: '"data.kubelet" is not a known field selector: only "metadata.name", "metadata.namespace"',
      })
    },
  },
  {
    name: 'a label selector that cannot be read is a bad request',
    async run(subject) {
      expectRefusal(await listed(subject, { labelSelector: 'a in' }), {
        code: 400,
        reason: 'BadRequest',
        message: /unable to parse requirement/,
      })
    },
  },
  {
    name: 'pods are listed by node and phase across namespaces',
    async run(subject) {
      const path = await parkedPod(subject)
      const name = path.split('/').at(-1)
      const own = `metadata.name=${name}`
      const find = async (fieldSelector: string) =>
        namesOf((await listed(subject, { fieldSelector: `${own},${fieldSelector}` }, '/api/v1/pods')).body)
      expect(await find('spec.nodeName=')).toEqual([name])
      expect(await find('spec.nodeName!=')).toEqual([])
      expect(await find('status.phase!=Succeeded,status.phase!=Failed')).toEqual([name])
      expect(await find('status.phase=Running')).toEqual([])
    },
  },
  {
    name: 'nodes are listed by label',
    async run(subject) {
      const { body } = await listed(subject, { labelSelector: 'kubernetes.io/hostname=node-b' }, '/api/v1/nodes')
      expect(namesOf(body)).toEqual(['node-b'])
    },
  },
  {
    name: 'a list in a namespace that does not exist is empty',
    async run(subject) {
      const { status, body } = await listed(subject, {}, pathOf('configmaps', subject.name()))
      expect({ status, items: body.items }).toEqual({ status: 200, items: [] })
    },
  },
  {
    name: 'a table has the columns that kubectl prints',
    async run(subject) {
      const { names } = await family(subject, 1)
      const table = await subject.request<{
        kind: string
        columnDefinitions: { name: string }[]
        rows: { cells: unknown[] }[]
      }>({
        method: 'GET',
        path: collection,
        query: { fieldSelector: `metadata.name=${names[0]}` },
        accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
      })
      expect(table.body.kind).toBe('Table')
      expect(table.body.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age'])
      expect(table.body.rows.map(({ cells }) => cells.slice(0, 2))).toEqual([[names[0], 0]])
    },
  },
  {
    name: 'resourceVersion 0 is answered too',
    async run(subject) {
      const found = await read<Listing>(subject, `${collection}`)
      expect((await listed(subject, { resourceVersion: '0', limit: '1' })).status).toBe(200)
      expect(found.kind).toBe('ConfigMapList')
    },
  },
]
