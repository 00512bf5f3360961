import type { Alias, ParsedNode, YAMLMap, Scalar as YamlScalar } from 'yaml'
import { lastOfEach } from '../../kubelet/decode/duplicates.ts'
import type { Entry, Position, Scalar, Tree } from '../../kubelet/model/tree.ts'
import { maxDepth } from './limits.ts'
import type { Source } from './text.ts'
import { tooDeep, Unreadable } from './unreadable.ts'
import { resolveScalar, spelledAs } from './yaml-scalar.ts'

type Yaml = typeof import('yaml')

interface Entries {
  readonly entries: readonly Entry[]
  readonly height: number
}

interface Built {
  readonly tree: Tree
  readonly height: number
}

/** Converts nodes of the yaml package into a tree, with anchors, aliases, merge keys and scalars as in go-yaml v2. */
export class YamlTree {
  readonly #yaml: Yaml
  readonly #source: Source
  readonly #aliases = new Aliases()
  /** Placeholders for numbers that JSON cannot express. */
  readonly #nonNumbers = new Set<Tree>()
  #hasOddKeys = false

  constructor(yaml: Yaml, source: Source) {
    this.#yaml = yaml
    this.#source = source
  }

  of(node: ParsedNode): Tree {
    const { tree } = this.#sized(node, 0)
    if (this.#hasOddKeys || this.#nonNumbers.size > 0) refuseInexpressible(tree, this.#nonNumbers)
    return tree
  }

  #sized(node: ParsedNode, depth: number): Built {
    const before = this.#aliases.count()
    if (this.#yaml.isAlias(node)) return this.#aliases.expand(node.source, { at: this.#at(node), depth })
    const { anchor } = node
    if (anchor !== undefined) this.#aliases.open(anchor)
    const built = this.#built(node, depth)
    if (anchor !== undefined) this.#aliases.close(anchor, { ...built, nodes: this.#aliases.nodes - before })
    return built
  }

  #built(node: Exclude<ParsedNode, Alias>, depth: number): Built {
    const at = this.#at(node)
    if (this.#yaml.isScalar(node)) return { tree: this.#scalar(node), height: 0 }
    if (this.#yaml.isMap(node)) {
      const { entries, height } = this.#entries(node, depth + 1)
      return { tree: { type: 'map', entries, ...at }, height: height + 1 }
    }
    const items = node.items.map((item) => this.#sized(item, depth + 1))
    return { tree: { type: 'list', items: items.map(({ tree }) => tree), ...at }, height: tallest(items) + 1 }
  }

  #entries(node: YAMLMap.Parsed, depth: number): Entries {
    const parts = node.items.map(({ key, value }) => {
      if (this.#isMerge(key)) return this.#merged(value, { at: this.#at(key), depth })
      const named = this.#key(key, depth)
      const built = value === null ? this.#absent(key) : this.#sized(value, depth)
      return { entries: [{ ...named, at: this.#at(key), value: built.tree }], height: built.height }
    })
    return { entries: parts.flatMap(({ entries }) => entries), height: tallest(parts) }
  }

  /** `? key` without a value. */
  #absent(key: ParsedNode): Built {
    this.#aliases.count()
    return { tree: { type: 'scalar', kind: 'null', text: 'null', ...this.#at(key) }, height: 0 }
  }

  #isMerge(key: ParsedNode): boolean {
    if (!this.#yaml.isScalar(key) || key.source !== '<<') return false
    return key.tag === 'tag:yaml.org,2002:merge' || (isPlain(key) && (key.tag === undefined || key.tag === '!'))
  }

  /** The merged keys, at the place of `<<`. Of several mappings the first wins, so it comes last. */
  #merged(value: ParsedNode | null, { at, depth }: { at: Position; depth: number }): Entries {
    const sources = this.#yaml.isSeq(value) ? value.items.toReversed() : [value]
    const parts = sources.map((source) => {
      const built = source === null || this.#yaml.isScalar(source) ? undefined : this.#sized(source, depth - 1)
      if (built?.tree.type !== 'map')
        throw new Unreadable('READ-MERGE', at, { message: 'merge key << needs a mapping or a list of mappings' })
      return { entries: built.tree.entries.map((entry) => ({ ...entry, at })), height: built.height - 1 }
    })
    return { entries: parts.flatMap(({ entries }) => entries), height: tallest(parts) }
  }

  /** go-yaml writes fractions with fewer digits, but no field has such keys. */
  #key(node: ParsedNode, depth: number): Pick<Entry, 'key' | 'kind'> {
    const { tree } = this.#sized(node, depth)
    if (tree.type !== 'scalar')
      throw new Unreadable('READ-KEY', this.#at(node), {
        message: this.#isTemplate(node)
          ? 'the template is not rendered'
          : `key is a ${tree.type === 'map' ? 'mapping' : 'list'}`,
        remedy: 'render the template first, or put braces that are text in quotes',
      })
    if (tree.kind === 'string') return { key: tree.text }
    this.#hasOddKeys = true
    return { key: tree.text, kind: this.#nonNumbers.has(tree) ? 'float' : tree.kind }
  }

  /** To YAML, `{{` opens a mapping whose first key is a mapping. */
  #isTemplate({ range: [start] }: ParsedNode): boolean {
    return this.#source.text.startsWith('{{', start - 1)
  }

  #scalar(node: YamlScalar.Parsed): Scalar {
    const resolved = resolveScalar({ text: node.source, plain: isPlain(node), tag: node.tag })
    if (resolved === 'READ-TAG')
      throw new Unreadable(resolved, this.#at(node), { message: 'value does not match its tag' })
    if (resolved !== 'READ-NUMBER')
      return { type: 'scalar', ...resolved, ...spelledAs(resolved, node.source), ...this.#at(node) }
    const placeholder: Scalar = { type: 'scalar', kind: 'null', text: nonNumber(node.source), ...this.#at(node) }
    this.#nonNumbers.add(placeholder)
    return placeholder
  }

  #at(node: ParsedNode): Position {
    return this.#source.locate(node.range[0])
  }
}

const isPlain = ({ type }: YamlScalar.Parsed): boolean => type === undefined || type === 'PLAIN'

const nonNumber = (source: string): string => (/nan/i.test(source) ? '.nan' : source.startsWith('-') ? '-.inf' : '.inf')

const tallest = (parts: readonly { readonly height: number }[]): number =>
  parts.reduce((height, part) => Math.max(height, part.height), 0)

/** A tree and its size: aliases share trees, but a walk visits each of them again. */
interface Sized {
  readonly tree: Tree
  /** Nodes, with aliases expanded. */
  readonly nodes: number
  /** Levels of lists and mappings. */
  readonly height: number
}

/**
 * Between these numbers of nodes, the allowed share of aliased nodes decreases from 99% to 10% (goyaml.v2/decode.go).
 */
const smallDocument = 400_000
const largeDocument = 4_000_000

/** The anchors so far, and the rule of go-yaml against documents that mostly consist of aliases. */
class Aliases {
  readonly #anchors = new Map<string, Sized | 'open'>()
  #nodes = 0
  #aliased = 0

  /** Nodes so far, with aliases expanded. */
  get nodes(): number {
    return this.#nodes
  }

  /** Counts a node; returns the number of nodes before it. */
  count(): number {
    return this.#nodes++
  }

  open(anchor: string): void {
    this.#anchors.set(anchor, 'open')
  }

  close(anchor: string, sized: Sized): void {
    this.#anchors.set(anchor, sized)
  }

  /** The tree of an alias at a depth. */
  expand(name: string, { at, depth }: { at: Position; depth: number }): Sized {
    const target = this.#anchors.get(name)
    if (target === undefined)
      throw new Unreadable('READ-ALIAS', at, {
        message: 'alias has no anchor before it',
        remedy: 'put text that begins with * in quotes',
      })
    if (target === 'open') throw new Unreadable('READ-ALIAS', at, { message: 'alias is inside its own anchor' })
    if (depth + target.height > maxDepth) throw tooDeep(at)
    this.#nodes += target.nodes
    this.#aliased += target.nodes
    if (this.#isExcessive())
      throw new Unreadable('READ-ALIAS', at, {
        message: 'aliases expand to too many values',
        remedy: 'write their values in full',
      })
    return target
  }

  #isExcessive(): boolean {
    const progress = Math.min(1, Math.max(0, (this.#nodes - smallDocument) / (largeDocument - smallDocument)))
    const allowed = 0.99 - 0.89 * progress
    return this.#aliased > 100 && this.#nodes > 1000 && this.#aliased / this.#nodes > allowed
  }
}

/** Refuses keys and numbers that go-yaml reads but JSON cannot express, unless a later duplicate replaces them. */
function refuseInexpressible(tree: Tree, numbers: { has(tree: Tree): boolean }): void {
  if (numbers.has(tree))
    throw new Unreadable('READ-NUMBER', tree, { message: 'number is infinite or NaN, which JSON cannot express' })
  if (tree.type === 'list') for (const item of tree.items) refuseInexpressible(item, numbers)
  if (tree.type !== 'map') return
  for (const entry of lastOfEach(tree)) {
    refuseKey(entry)
    refuseInexpressible(entry.value, numbers)
  }
}

function refuseKey({ key, kind, at }: Entry): void {
  const message = kind === 'null' ? 'key is null' : isTooLarge(key, kind) ? 'key is too large an integer' : undefined
  if (message !== undefined) throw new Unreadable('READ-KEY', at, { message, remedy: 'quote it' })
}

const isTooLarge = (key: string, kind: Entry['kind']): boolean =>
  kind === 'int' && BigInt.asIntN(64, BigInt(key)) !== BigInt(key)
