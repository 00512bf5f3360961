import { normalized } from './normalize-yaml.ts'
import { startsAsJson } from './text.ts'
import { startsOf, yamlDocuments } from './yaml-stream.ts'

const anywhere = { line: 1, column: 1 } as const

/**
 * The text of one document of a valid YAML stream, byte for byte, with the comments before it. The `---` before it is
 * omitted, unless a kubelet would then read the text differently: as JSON, or with a byte order mark.
 */
export async function documentText(text: string, place: number): Promise<string> {
  const yaml = await import('yaml')
  const { source, originOf } = normalized({ text, locate: () => anywhere })
  const starts = startsOf([...yamlDocuments(yaml, source)]).map(originOf)
  const bare = text.slice(starts[place], starts[place + 1]).replace(/^---[ \t]*\r?\n/, '')
  return startsAsJson(bare) || bare.startsWith('\ufeff') ? `---\n${bare}` : bare
}
