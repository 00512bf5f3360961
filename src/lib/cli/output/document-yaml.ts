import type { Scalar, Tags } from 'yaml'

/** JSON.rawJSON (ES2026): a number's own digits, whatever their number. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

/** JSON in which integers that no double can hold, given as bigints, are exact. */
export const exactJson = (data: unknown): string =>
  `${JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? rawJSON(`${value}`) : value), 2)}\n`

/** A comment behind the values that some paths lead to. */
export interface Remark {
  readonly paths: readonly (readonly string[])[]
  readonly text: string
}

/** May do without quotes, unless it is a boolean or a number. */
const plain = /^(?![-+]?0[box])[\w/][\x20-\x7e]*$/i
/** Not to be left as they are even between quotes: a kubelet may refuse them, or nobody sees them. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffe\uffff]/gu

/** Without it, a key `<<` is one like any other. */
const mergeTag = 'tag:yaml.org,2002:merge'

/** YAML that a kubelet reads back as it is meant: quoted is what YAML 1.1, and what go-yaml, takes for something else. */
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

/** A list has to be on one line, or the comment would be below it. */
function remark(node: Scalar, text: string): void {
  Object.assign(node, { comment: ` ${text}`, flow: true })
}

const spellOut = (character: string): string => `\\U${character.codePointAt(0)!.toString(16).padStart(8, '0')}`
