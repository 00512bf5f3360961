import type { Node, ScalarTag } from 'yaml'

type Yaml = typeof import('yaml')

/** The YAML of nodes of canonical form: blocks indented by two blanks, lists not indented, as kubectl prints them. A comment may end it. */
export function printYaml(yaml: Yaml, contents: Node, comment: string): string {
  const document = new yaml.Document<Node>(null, {
    version: '1.1',
    schema: 'failsafe',
    customTags: (tags) => [...tags.filter((tag) => typeof tag === 'string' || tag.tag !== spelled.tag), spelled],
  })
  document.contents = contents
  document.comment = comment
  return document.toString({ lineWidth: 0, indentSeq: false, directives: false })
}

/** Scalars are spelt already. */
const spelled: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string',
  resolve: (text) => text,
  stringify: ({ value }) => `${value}`,
}
