import type { Scalar, Tags } from 'yaml'

/** JSON.rawJSON (ES2026) writes all digits of a number. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

/** JSON with exact integers: bigints stand for integers that a double cannot hold. */
export const exactJson = (data: unknown): string =>
  `${JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? rawJSON(`${value}`) : value), 2)}\n`

/** A comment behind the values at some paths. */
export interface Remark {
  readonly paths: readonly (readonly string[])[]
  readonly text: string
}

/** Needs no quotes, unless it looks like a boolean or a number. */
const plain = /^(?![-+]?0[box])[\w/][\x20-\x7e]*$/i
/** Characters to escape even inside quotes: kubelets may refuse them, or they are invisible. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffe\uffff]/gu

/** Without this tag, `<<` is an ordinary key. */
const mergeTag = 'tag:yaml.org,2002:merge'

/** YAML with the same meaning for a kubelet: strings that YAML 1.1 or go-yaml would read as something else are quoted. */
export async function documentYaml(data: object, { paths, text }: Remark): Promise<string> {
  const { Document, visit } = await import('yaml')
  const customTags = (tags: Tags) => tags.filter((tag) => typeof tag === 'string' || tag.tag !== mergeTag)
  const document = new Document(data, { version: '1.1', customTags, aliasDuplicateObjects: false })
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && !plain.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE'
    },
  })
  for (const path of paths) remark(document.getIn(path, true) as Scalar, text)
  return document
    .toString({ lineWidth: 0, flowCollectionPadding: false, directives: false })
    .replaceAll(unsafe, spellOut)
}

/** Puts a list on one line, because the comment of a block list would go below it. */
function remark(node: Scalar, text: string): void {
  Object.assign(node, { comment: ` ${text}`, flow: true })
}

const spellOut = (character: string): string => `\\U${character.codePointAt(0)!.toString(16).padStart(8, '0')}`
