import type { Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import type { Tree } from '../../kubelet/model/tree.ts'
import { inFieldOrder, schemaBelow } from '../../kubelet/schema/field-order.ts'
import { configuration, type Schema } from '../../kubelet/schema/schema.ts'
import { spellNumber, spellString } from './spell.ts'

type Yaml = typeof import('yaml')

/** Comments and empty lines around a value. */
export type Trimmings = Pick<Scalar, 'comment' | 'commentBefore' | 'spaceBefore'>

export type Member = Pair<Scalar<string>, Node>

export type RootMap = YAMLMap<Scalar<string>, Node>

/** Creates canonical nodes: block style, without anchors and tags, scalars in their final spelling. */
export class Nodes {
  readonly #yaml: Yaml

  constructor(yaml: Yaml) {
    this.#yaml = yaml
  }

  scalar(spelling: string, trimmings: Trimmings = {}): Scalar<string> {
    return Object.assign(new this.#yaml.Scalar(spelling), only(trimmings))
  }

  map(members: readonly Member[], trimmings: Trimmings = {}): RootMap {
    const map: RootMap = new this.#yaml.YAMLMap()
    map.items = [...members]
    return Object.assign(map, only(trimmings), { flow: members.length === 0 })
  }

  list(items: readonly Node[], trimmings: Trimmings = {}): YAMLSeq {
    const list = new this.#yaml.YAMLSeq()
    list.items = [...items]
    return Object.assign(list, only(trimmings), { flow: items.length === 0 })
  }

  member(key: Scalar<string>, value: Node): Member {
    return new this.#yaml.Pair(key, value)
  }

  /** From a tree without a file, or whose comments do not matter. */
  ofTree(tree: Tree, schema: Schema | undefined = configuration): Node {
    if (tree.type === 'scalar') return this.scalar(spelling(tree))
    if (tree.type === 'list') return this.list(tree.items.map((item) => this.ofTree(item, schemaBelow(schema))))
    const entries = inFieldOrder(tree.entries, schema, ({ key }) => key)
    return this.map(
      entries.map(({ key, value }) =>
        this.member(this.scalar(spellString(key)), this.ofTree(value, schemaBelow(schema, key))),
      ),
    )
  }
}

const spelling = ({ kind, text }: Extract<Tree, { type: 'scalar' }>): string => {
  if (kind === 'string') return spellString(text)
  return kind === 'int' || kind === 'float' ? spellNumber(text, text) : text
}

const only = ({ comment, commentBefore, spaceBefore }: Trimmings): Trimmings => ({
  ...(comment && { comment }),
  ...(commentBefore && { commentBefore }),
  ...(spaceBefore && { spaceBefore }),
})
