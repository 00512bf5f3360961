import { startsAsJson } from './text.ts'
import { fitted } from './yaml-fitted.ts'
import { startsOf, yamlDocuments } from './yaml-stream.ts'

const anywhere = { line: 1, column: 1 } as const

/**
 * The text of one document of a YAML stream that can be read, to the letter, with the comments before it. The `---` in
 * front of it goes, unless a kubelet would then read something else: JSON, or a byte order mark.
 */
export async function documentText(text: string, place: number): Promise<string> {
  const yaml = await import('yaml')
  const { source, originOf } = fitted({ text, locate: () => anywhere })
  const starts = startsOf([...yamlDocuments(yaml, source)]).map(originOf)
  const bare = text.slice(starts[place], starts[place + 1]).replace(/^---[ \t]*\r?\n/, '')
  return startsAsJson(bare) || bare.startsWith('\ufeff') ? `---\n${bare}` : bare
}
