import { expect, test } from '@jest/globals'
import { fields } from '../../../../src/lib/kubelet/data/fields.ts'
import { releases } from '../../../../src/lib/kubelet/model/releases.ts'
import { configuration, knows, type Schema } from '../../../../src/lib/kubelet/schema/schema.ts'

test('no path is listed twice', () => {
  expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length)
})

test('each release declares as many fields as its Go types', () => {
  const counts = releases.map((release) => fields.filter((field) => knows(release, field)).length)
  expect(counts).toEqual([167, 168, 174, 175, 178, 184, 184, 184, 187, 189])
})

function count(schema: Schema): number {
  if (schema.type === 'struct') return schema.fields.values().reduce((sum, field) => sum + 1 + count(field), 0)
  if (schema.type === 'list') return 1 + count(schema.items)
  return schema.type === 'map' ? 1 + count(schema.values) : 0
}

test('the schema holds every row of the table', () => {
  expect(count(configuration)).toBe(fields.length)
})

test('a field inside a struct is never older than the struct', () => {
  const byPath = new Map(fields.map((field) => [field.path, field]))
  for (const { path, since } of fields) {
    const parent = byPath.get(path.replace(/(\.\w+|\[\]|\{\})$/, ''))
    if (parent?.since !== undefined) expect([path, since]).not.toEqual([path, undefined])
  }
})
