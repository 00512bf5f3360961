import type { Alias, Node, ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { inFieldOrder, schemaBelow } from '../../kubelet/schema/field-order.ts'
import type { Schema } from '../../kubelet/schema/schema.ts'
import { resolveScalar } from '../read/yaml-scalar.ts'
import { isBlock, standsBehind, takeKeyComment, withCommentAbove } from './key-line.ts'
import { type Member, Nodes, type Trimmings } from './nodes.ts'
import { spellNumber, spellString } from './spell.ts'

type Yaml = typeof import('yaml')

interface Placed {
  readonly schema: Schema | undefined
  /** Without comments: a copy for an alias has its comments at the anchor. */
  readonly silent?: boolean
}

interface Found {
  readonly member: Member
  /** From a merge key, so that a key of the mapping itself replaces it. */
  readonly merged: boolean
}

/**
 * Rewrites the nodes of a valid document: fields in the order of the kubelet's type, aliases and merge keys expanded,
 * scalars in a spelling that all readers of YAML 1.1 agree on. Comments stay with their nodes.
 */
export class CanonicalYaml {
  readonly #yaml: Yaml
  readonly #nodes: Nodes
  readonly #anchors = new Map<string, ParsedNode>()

  constructor(yaml: Yaml) {
    this.#yaml = yaml
    this.#nodes = new Nodes(yaml)
  }

  of(node: ParsedNode, { schema, silent = false }: Placed): Node {
    if (this.#yaml.isAlias(node)) return this.#expanded(node, { schema, silent })
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node)
    if (this.#yaml.isScalar(node)) return this.#nodes.scalar(spellingOf(node), silent ? {} : node)
    const trimmings = silent ? {} : this.#trimmingsOf(node)
    if (this.#yaml.isSeq(node)) {
      const items = node.items.map((item) => this.of(item, { schema: schemaBelow(schema), silent }))
      return this.#nodes.list(items, trimmings)
    }
    return this.#nodes.map(this.#members(node, { schema, silent }), trimmings)
  }

  #expanded(alias: Alias.Parsed, { schema, silent }: Placed): Node {
    const copy = this.of(this.#anchors.get(alias.source)!, { schema, silent: true })
    if (silent) return copy
    return Object.assign(copy, isBlock(this.#yaml, copy) ? withCommentAbove(alias) : trimmingsOf(alias))
  }

  /** For a collection. An empty one stays on the line of its key. */
  #trimmingsOf(node: YAMLMap.Parsed | YAMLSeq.Parsed): Trimmings {
    return standsBehind(this.#yaml, node) && node.items.length > 0 ? withCommentAbove(node) : trimmingsOf(node)
  }

  #members(node: YAMLMap.Parsed, placed: Placed): readonly Member[] {
    const found = node.items.flatMap((pair): readonly Found[] => {
      if (isMerge(pair.key)) return this.#merged(pair.value, placed)
      return [{ member: this.#member(pair, placed), merged: false }]
    })
    const last = new Map(found.map((one) => [nameOf(one), one]))
    const mergedNames = new Set(found.filter(({ merged }) => merged).map(nameOf))
    const effective = found.filter((one) => !mergedNames.has(nameOf(one)) || last.get(nameOf(one)) === one)
    return withoutFirstGap(inFieldOrder(effective, placed.schema, nameOf).map(({ member }) => member))
  }

  #member(pair: YAMLMap.Parsed['items'][number], { schema, silent = false }: Placed): Member {
    const { key, value } = pair
    const original = this.#yaml.isAlias(key) ? this.#anchors.get(key.source)! : key
    if (original.anchor !== undefined) this.#anchors.set(original.anchor, original)
    const name = keyText(original as Scalar.Parsed)
    const above = [key.commentBefore, key.comment].filter((comment) => comment).join('\n')
    const trimmings = silent ? {} : { commentBefore: above, spaceBefore: key.spaceBefore === true }
    const node =
      value === null ? this.#nodes.scalar('null') : this.of(value, { schema: schemaBelow(schema, name), silent })
    const comment = isBlock(this.#yaml, node) ? takeKeyComment(this.#yaml, pair, node) : undefined
    return this.#nodes.member(
      this.#nodes.scalar(spellString(name), { ...trimmings, ...(comment && { comment }) }),
      node,
    )
  }

  /** Of several mappings the first wins, so it comes last. */
  #merged(value: ParsedNode | null, { schema }: Placed): readonly Found[] {
    const sources = this.#yaml.isSeq(value) ? value.items.toReversed() : [value!]
    return sources.flatMap((source) => {
      if (!this.#yaml.isAlias(source) && source.anchor !== undefined) this.#anchors.set(source.anchor, source)
      const map = this.#yaml.isAlias(source) ? this.#anchors.get(source.source) : source
      const members = this.#members(map as YAMLMap.Parsed, { schema, silent: true })
      return members.map((member) => ({ member, merged: true }))
    })
  }
}

const nameOf = ({ member }: Found): string => member.key.value

const trimmingsOf = ({ comment, commentBefore, spaceBefore }: Trimmings): Trimmings => ({
  ...(comment && { comment }),
  ...(commentBefore && { commentBefore }),
  ...(spaceBefore && { spaceBefore }),
})

/** No empty line between a key and its first member. */
function withoutFirstGap(members: readonly Member[]): readonly Member[] {
  if (members[0] !== undefined) delete members[0].key.spaceBefore
  return members
}

const isPlain = ({ type }: Scalar.Parsed): boolean => type === undefined || type === 'PLAIN'

const resolved = (node: Scalar.Parsed) => {
  const scalar = resolveScalar({ text: node.source, plain: isPlain(node), tag: node.tag })
  if (typeof scalar === 'string') throw new Error('a document with an inexpressible number is to be formatted')
  return scalar
}

const keyText = (node: Scalar.Parsed): string => resolved(node).text

function spellingOf(node: Scalar.Parsed): string {
  const { kind, text } = resolved(node)
  if (kind === 'string') return spellString(text)
  return kind === 'int' || kind === 'float' ? spellNumber(text, isPlain(node) ? node.source : text) : text
}

function isMerge(key: ParsedNode): boolean {
  if (!('source' in key) || key.source !== '<<') return false
  const { tag } = key as Scalar.Parsed
  return tag === 'tag:yaml.org,2002:merge' || (isPlain(key as Scalar.Parsed) && (tag === undefined || tag === '!'))
}
