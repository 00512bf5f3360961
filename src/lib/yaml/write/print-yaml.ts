import type { Node, ScalarTag } from 'yaml'

type Yaml = typeof import('yaml')

/**
 * The YAML of canonical nodes: block style, indented by two spaces, list items not indented, as kubectl prints them. A
 * comment may follow.
 */
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

/** Scalars are already in their final spelling. */
const spelled: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string',
  resolve: (text) => text,
  stringify: ({ value }) => `${value}`,
}
