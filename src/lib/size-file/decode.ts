import { isSubdomain } from '../api/dns-subdomain.ts'
import { fileSubject } from '../fact.ts'
import { Failure } from '../failure.ts'
import type { Mapping, Position, Scalar, Tree } from '../kubelet/model/tree.ts'
import { type Resource, resources } from '../sizing/amounts.ts'
import type { Hold } from '../sizing/hold.ts'
import { parseSize, type SizeExpression } from '../sizing/size.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { type SizeEntry, sizeFileKind, sizeFileVersion } from './size-entry.ts'
import type { SizeFileProblem } from './size-file-fact.ts'

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
    if (sizes === undefined) this.#add(tree, { reason: 'SizeFieldMissing', field: 'sizes' })
    else if (sizes.type === 'list') return sizes.items.flatMap((item) => this.#entry(item) ?? [])
    else this.#add(sizes, { reason: 'SizeFieldType', field: 'sizes', expected: 'list' })
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
    this.#add(value ?? fields.at, { reason: 'NotASizeFile', field, expected })
    return false
  }

  #entry(item: Tree): SizeEntry | undefined {
    const fields = this.#fields(item, known.entry, 'size')
    if (fields === undefined) return undefined
    const nodes = this.#nodes(fields)
    const [cpu, memory] = resources.map((resource) => this.#size(fields.get(resource), resource))
    const hold = this.#hold(fields.get('hold'))
    if (resources.every((resource) => fields.get(resource) === undefined))
      this.#add(item, { reason: 'SizeWithoutAmount' })
    if (nodes === undefined) return undefined
    const size = { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) }
    return { at: fileSubject(this.#file, item), nodes, size, hold, places: this.#places(fields) }
  }

  #hold(value: Tree | undefined): Hold | undefined {
    if (value === undefined) return undefined
    const text = value.type === 'scalar' ? value.text : ''
    if (text === 'size' || text === 'balloon') return text
    this.#add(value, { reason: 'SizeHoldUnknown' })
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
    if (node !== undefined && selector !== undefined) this.#add(selector, { reason: 'SizeNodeAndSelector' })
    else if (node !== undefined) return this.#name(node)
    else if (selector !== undefined) return this.#labels(selector)
    else this.#add(fields.at, { reason: 'SizeWithoutNode' })
    return undefined
  }

  #name(value: Tree): SizeEntry['nodes'] | undefined {
    if (value.type !== 'scalar' || value.kind === 'null' || value.kind === 'bool') {
      this.#add(value, { reason: 'SizeFieldType', field: 'node', expected: 'string' })
      return undefined
    }
    const name = value.source ?? value.text
    const line = this.#lineOfNode.get(name)
    if (line !== undefined) this.#add(value, { reason: 'SizeNodeTwice', node: name, line })
    else if (!isSubdomain(name)) this.#add(value, { reason: 'SizeNodeInvalid', text: name })
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
    if (fields.all.length === 0) this.#add(value, { reason: 'SizeWithoutNode' })
    for (const [field, label] of fields.all)
      if (label.type !== 'scalar' || label.kind !== 'string')
        this.#add(label, { reason: 'SizeFieldType', field, expected: 'string' })
    if (this.problems.length > before) return undefined
    const labels = fields.all.map(([key, label]) => [key, label.type === 'scalar' ? label.text : ''])
    return { by: 'labels', labels: Object.fromEntries(labels) }
  }

  #size(value: Tree | undefined, resource: Resource): SizeExpression | undefined {
    if (value === undefined) return undefined
    if (value.type !== 'scalar' || value.kind === 'null' || value.kind === 'bool') {
      this.#add(value, { reason: 'SizeFieldType', field: resource, expected: 'quantity' })
      return undefined
    }
    const text = value.source ?? value.text
    // Negative sizes, too: applied again, a relative size would mean something else.
    if (/^[+-]/.test(text)) {
      this.#add(value, { reason: 'SizeRelative', text })
      return undefined
    }
    try {
      return this.#asInYaml(value, resource, parseSize(resource, text))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      this.#add(value, { reason: 'SizeTextInvalid', because: error.fact })
      return undefined
    }
  }

  /** A number that YAML reads as another amount than the flags do, such as 010, has no amount. */
  #asInYaml({ source, text, ...at }: Scalar, resource: Resource, size: SizeExpression): SizeExpression | undefined {
    const inYaml = source === undefined ? size : parseSize(resource, text)
    if (amountOf(size) === amountOf(inYaml)) return size
    this.#add(at, { reason: 'SizeNumberAmbiguous', text: source ?? text, number: text })
    return undefined
  }

  #fields(tree: Tree, expected: readonly string[] | undefined, field: string): Fields | undefined {
    if (tree.type === 'map') return this.#checked(tree, expected)
    this.#add(tree, { reason: 'SizeFieldType', field, expected: 'mapping' })
    return undefined
  }

  #checked(tree: Mapping, expected: readonly string[] | undefined): Fields {
    const fields = fieldsOf(tree)
    for (const { key: field, at, line } of fields.twice) this.#add(at, { reason: 'SizeFieldTwice', field, line })
    for (const [field, , at] of fields.all)
      if (expected !== undefined && !expected.includes(field))
        this.#add(at, { reason: 'SizeFieldUnknown', field, known: expected })
    return fields
  }

  #add(at: Position, problem: DistributiveOmit<SizeFileProblem, 'subject'>): void {
    this.problems.push({ subject: fileSubject(this.#file, at), ...problem } as SizeFileProblem)
  }
}

const amountOf = (size: SizeExpression): bigint | undefined => (size.kind === 'amount' ? size.amount : undefined)

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
