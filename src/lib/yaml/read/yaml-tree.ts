import type { Alias, ParsedNode, YAMLMap, Scalar as YamlScalar } from 'yaml'
import type { Entry, Position, Scalar, Tree } from '../../kubelet/model/tree.ts'
import { Aliases } from './aliases.ts'
import type { Source } from './text.ts'
import { Unreadable } from './unreadable.ts'
import { refuseInexpressible } from './yaml-inexpressible.ts'
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
