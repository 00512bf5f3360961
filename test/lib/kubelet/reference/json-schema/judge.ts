import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { lastOfEach } from '../../../../../src/lib/kubelet/decode/duplicates.ts'
import type { Release } from '../../../../../src/lib/kubelet/model/releases.ts'
import type { Tree } from '../../../../../src/lib/kubelet/model/tree.ts'
import { type Draft, jsonSchema } from '../../../../../src/lib/kubelet/reference/json-schema/json-schema.ts'

const drafts = { '2020-12': Ajv2020, 'draft-07': Ajv } as const
const judges = new Map<string, (value: unknown) => boolean>()

/** The verdict of ajv, as strict about the schema itself as it can be. */
export function accepts(tree: Tree, release: Release, draft: Draft = '2020-12'): boolean {
  const key = `${release} ${draft}`
  const judge = judges.get(key) ?? compile(release, draft)
  judges.set(key, judge)
  return judge(dataOf(tree))
}

function compile(release: Release, draft: Draft): (value: unknown) => boolean {
  const ajv = new drafts[draft]({ strict: true, code: { optimize: false } })
  return ajv.compile(structuredClone(jsonSchema(release, draft)))
}

/** What a validator for JSON gets to see: of equal keys the last one, and numbers as doubles. */
function dataOf(tree: Tree): unknown {
  if (tree.type === 'list') return tree.items.map(dataOf)
  if (tree.type === 'map')
    return Object.fromEntries(Array.from(lastOfEach(tree), ({ key, value }) => [key, dataOf(value)]))
  return tree.kind === 'string' ? tree.text : JSON.parse(tree.text)
}
