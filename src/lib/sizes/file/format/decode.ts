import { isSubdomain } from '../../../api/dns-subdomain.ts'
import type { Mapping, Position, Scalar, Tree } from '../../../kubelet/model/tree.ts'
import { type FileSubject, fileSubject } from '../../../message/fact.ts'
import { Failure } from '../../../message/failure.ts'
import { type Resource, resources } from '../../../pods/amounts.ts'
import type { HoldPolicy } from '../../model/hold-policy.ts'
import { parseSize, type SizeExpression } from '../../model/size.ts'
import { type SizeEntry, sizeFileKind, sizeFileVersion } from './size-entry.ts'
import {
  NotASizeFile,
  SizeFieldMissing,
  SizeFieldTwice,
  SizeFieldType,
  SizeFieldUnknown,
  type SizeFileProblem,
  SizeHoldUnknown,
  SizeNodeAndSelector,
  SizeNodeInvalid,
  SizeNodeTwice,
  SizeNumberAmbiguous,
  SizeRelative,
  SizeTextInvalid,
  SizeWithoutAmount,
  SizeWithoutNode,
} from './size-file-messages.ts'

export interface Decoded {
  readonly entries: readonly SizeEntry[]
  /** In the order of the file. With problems, sizes are not complete, and entries without a readable name or labels are missing. */
  readonly problems: readonly SizeFileProblem[]
}

/** Decodes the tree of a file of sizes. Finds all problems of it that need no cluster, in one pass. */
export function decodeSizes(tree: Tree, file: string): Decoded {
  const decoder = new Decoder(file)
  const entries = decoder.document(tree)
  return { entries, problems: decoder.problems.toSorted(byPlace) }
}

export const byPlace = ({ subject: a }: SizeFileProblem, { subject: b }: SizeFileProblem): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)

const known = {
  document: ['apiVersion', 'kind', 'sizes'],
  entry: ['node', 'nodeSelector', ...resources, 'hold'],
} as const

class Decoder {
  readonly problems: SizeFileProblem[] = []
  readonly #file: string
  readonly #lineOfNode = new Map<string, number>()

  constructor(file: string) {
    this.#file = file
  }

  document(tree: Tree): readonly SizeEntry[] {
    if (tree.type === 'map' && !this.#isOurs(fieldsOf(tree))) return []
    const fields = this.#fields(tree, known.document, 'document')
    if (fields === undefined) return []
    const sizes = fields.get('sizes')
    if (sizes === undefined) this.problems.push(SizeFieldMissing({ subject: this.#at(tree), field: 'sizes' }))
    else if (sizes.type === 'list') return sizes.items.flatMap((item) => this.#entry(item) ?? [])
    else this.problems.push(SizeFieldType({ subject: this.#at(sizes), field: 'sizes', expected: 'list' }))
    return []
  }

  /** Of a file of another kind, nothing else is worth a word. */
  #isOurs(fields: Fields): boolean {
    const found = [this.#require(fields, 'apiVersion', sizeFileVersion), this.#require(fields, 'kind', sizeFileKind)]
    return !found.includes(false)
  }

  #require(fields: Fields, field: 'apiVersion' | 'kind', expected: string): boolean {
    const value = fields.get(field)
    if (value?.type === 'scalar' && value.text === expected) return true
    this.problems.push(NotASizeFile({ subject: this.#at(value ?? fields.at), field, expected }))
    return false
  }

  #entry(item: Tree): SizeEntry | undefined {
    const fields = this.#fields(item, known.entry, 'size')
    if (fields === undefined) return undefined
    const nodes = this.#nodes(fields)
    const [cpu, memory] = resources.map((resource) => this.#size(fields.get(resource), resource))
    const hold = this.#hold(fields.get('hold'))
    if (resources.every((resource) => fields.get(resource) === undefined))
      this.problems.push(SizeWithoutAmount({ subject: this.#at(item) }))
    if (nodes === undefined) return undefined
    const size = { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) }
    return { at: fileSubject(this.#file, item), nodes, size, hold, places: this.#places(fields) }
  }

  #hold(value: Tree | undefined): HoldPolicy | undefined {
    if (value === undefined) return undefined
    const text = value.type === 'scalar' ? value.text : ''
    if (text === 'size' || text === 'balloon') return text
    this.problems.push(SizeHoldUnknown({ subject: this.#at(value) }))
    return undefined
  }

  #places(fields: Fields): SizeEntry['places'] {
    const placed = resources.flatMap((resource) => {
      const value = fields.get(resource)
      return value === undefined ? [] : [[resource, fileSubject(this.#file, value)]]
    })
    return Object.fromEntries(placed)
  }

  #nodes(fields: Fields): SizeEntry['nodes'] | undefined {
    const [node, selector] = [fields.get('node'), fields.get('nodeSelector')]
    if (node !== undefined && selector !== undefined)
      this.problems.push(SizeNodeAndSelector({ subject: this.#at(selector) }))
    else if (node !== undefined) return this.#name(node)
    else if (selector !== undefined) return this.#labels(selector)
    else this.problems.push(SizeWithoutNode({ subject: this.#at(fields.at) }))
    return undefined
  }

  #name(value: Tree): SizeEntry['nodes'] | undefined {
    if (value.type !== 'scalar' || value.kind === 'null' || value.kind === 'bool') {
      this.problems.push(SizeFieldType({ subject: this.#at(value), field: 'node', expected: 'string' }))
      return undefined
    }
    const name = value.source ?? value.text
    const line = this.#lineOfNode.get(name)
    if (line !== undefined) this.problems.push(SizeNodeTwice({ subject: this.#at(value), node: name, line }))
    else if (!isSubdomain(name)) this.problems.push(SizeNodeInvalid({ subject: this.#at(value), text: name }))
    else {
      this.#lineOfNode.set(name, value.line)
      return { by: 'name', name }
    }
    return undefined
  }

  #labels(value: Tree): SizeEntry['nodes'] | undefined {
    const fields = this.#fields(value, undefined, 'nodeSelector')
    if (fields === undefined) return undefined
    const before = this.problems.length
    if (fields.all.length === 0) this.problems.push(SizeWithoutNode({ subject: this.#at(value) }))
    for (const [field, label] of fields.all)
      if (label.type !== 'scalar' || label.kind !== 'string')
        this.problems.push(SizeFieldType({ subject: this.#at(label), field, expected: 'string' }))
    if (this.problems.length > before) return undefined
    const labels = fields.all.map(([key, label]) => [key, label.type === 'scalar' ? label.text : ''])
    return { by: 'labels', labels: Object.fromEntries(labels) }
  }

  #size(value: Tree | undefined, resource: Resource): SizeExpression | undefined {
    if (value === undefined) return undefined
    if (value.type !== 'scalar' || value.kind === 'null' || value.kind === 'bool') {
      this.problems.push(SizeFieldType({ subject: this.#at(value), field: resource, expected: 'quantity' }))
      return undefined
    }
    const text = value.source ?? value.text
    // Negative sizes, too: applied again, a relative size would mean something else.
    if (/^[+-]/.test(text)) {
      this.problems.push(SizeRelative({ subject: this.#at(value), text }))
      return undefined
    }
    try {
      return this.#asInYaml(value, resource, parseSize(resource, text))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      this.problems.push(SizeTextInvalid({ subject: this.#at(value), because: error.fact }))
      return undefined
    }
  }

  /** A number that YAML reads as another amount than the flags do, such as 010, has no amount. */
  #asInYaml({ source, text, ...at }: Scalar, resource: Resource, size: SizeExpression): SizeExpression | undefined {
    const inYaml = source === undefined ? size : parseSize(resource, text)
    if (amountOf(size) === amountOf(inYaml)) return size
    this.problems.push(SizeNumberAmbiguous({ subject: this.#at(at), text: source ?? text, number: text }))
    return undefined
  }

  #fields(tree: Tree, expected: readonly string[] | undefined, field: string): Fields | undefined {
    if (tree.type === 'map') return this.#checked(tree, expected)
    this.problems.push(SizeFieldType({ subject: this.#at(tree), field, expected: 'mapping' }))
    return undefined
  }

  #checked(tree: Mapping, expected: readonly string[] | undefined): Fields {
    const fields = fieldsOf(tree)
    for (const { key: field, at, line } of fields.twice)
      this.problems.push(SizeFieldTwice({ subject: this.#at(at), field, line }))
    for (const [field, , at] of fields.all)
      if (expected !== undefined && !expected.includes(field))
        this.problems.push(SizeFieldUnknown({ subject: this.#at(at), field, known: expected }))
    return fields
  }

  #at = (at: Position): FileSubject => fileSubject(this.#file, at)
}

const amountOf = (size: SizeExpression): bigint | undefined => (size.kind === 'amount' ? size.amount : undefined)

/** The fields of a mapping: the first one of each name. */
interface Fields {
  readonly at: Position
  get(name: string): Tree | undefined
  readonly all: readonly (readonly [name: string, value: Tree, at: Position])[]
  /** Later ones with the name of an earlier one; `line` is that of the first. */
  readonly twice: readonly { readonly key: string; readonly at: Position; readonly line: number }[]
}

function fieldsOf(mapping: Mapping): Fields {
  const first = new Map<string, readonly [name: string, value: Tree, at: Position]>()
  const twice: Fields['twice'][number][] = []
  for (const { key, at, value } of mapping.entries) {
    const known = first.get(key)
    if (known === undefined) first.set(key, [key, value, at])
    else twice.push({ key, at, line: known[2].line })
  }
  return { at: mapping, get: (name) => first.get(name)?.[1], all: [...first.values()], twice }
}
