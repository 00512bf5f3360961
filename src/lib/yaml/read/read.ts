import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import { type Locate, locator } from './locate.ts'
import { readPlainYaml } from './plain-yaml.ts'
import { decodeText, refuseForbidden, type Source, startsAsJson, yamlText } from './text.ts'
import { asReading, Unreadable } from './unreadable.ts'

/** Reads a document as the kubelet would, from its bytes or its text. Never throws because of the content. */
export async function readDocument(document: Uint8Array | string): Promise<Reading> {
  try {
    return await readText(typeof document === 'string' ? document : decodeText(document))
  } catch (error) {
    return asReading(error)
  }
}

/** The same for a text within a file: `locatorOf` maps its characters to positions. */
export async function readText(text: string, locatorOf: (text: string) => Locate = locator): Promise<Reading> {
  const { first } = await startReading(text, locatorOf)
  return first
}

interface Started {
  readonly source: Source
  readonly first: Reading
  /** Later documents, read on demand; none in JSON. */
  readonly others: Iterable<Reading>
}

/** Reads the first document of a text; the others are read on demand. */
export async function startReading(text: string, locatorOf: (text: string) => Locate = locator): Promise<Started> {
  const json = startsAsJson(text)
  const content = json ? text : yamlText(text)
  const source = { text: content, locate: locatorOf(content) }
  try {
    if (json) {
      const { readJson } = await import('./read-json.ts')
      return { source, first: await readJson(source), others: [] }
    }
    refuseForbidden(source)
    const readings = await yamlReadings(source)
    return { source, first: readings.next().value!, others: readings }
  } catch (error) {
    return { source, first: unfinished(asReading(error), source), others: [] }
  }
}

/** There is always a first one. */
async function yamlReadings(source: Source): Promise<IteratorObject<Reading, undefined>> {
  const tree = readPlainYaml(source)
  const readings =
    tree !== undefined
      ? Iterator.from<Reading>([{ outcome: 'tree', format: 'yaml', tree, findings: [] }])
      : Iterator.from(await readRest(source))
  if (!mayIgnore(source.text)) return readings
  const { withIgnoreComments } = await import('./ignore-comments.ts')
  return withIgnoreComments(readings, source)
}

async function readRest(source: Source): Promise<IteratorObject<Reading, undefined>> {
  const { readYaml } = await import('./read-yaml.ts')
  return Iterator.from(await readYaml(source)).map((reading) => unfinished(reading, source))
}

/** Whether a text may have comments that ask to ignore warnings. Nearly none does, and finding them takes a parser. */
const mayIgnore = (text: string): boolean => text.includes('kubeletcfg:ignore')

/** Conflict markers of git. */
const conflict = /^(?:[<>|]{7}(?: .*)?|={7})\r?$/m
/** Statements and values of the templates of Go, Helm and Jinja. In quotes they would be text. */
const template = /^[ \t]*(?:- +)?(?:[\w.-]{1,100}: +)?(?:\{\{|\{%)/m

/** The same reading, with the reason when the text is a template or has unresolved conflicts. */
function unfinished(reading: Reading, { text, locate }: Source): Reading {
  if (reading.outcome !== 'unreadable' || !reading.findings.some(isSyntax)) return reading
  const marks = conflict.exec(text)
  if (marks !== null) {
    const message = 'unresolved merge conflict'
    const remedy = 'resolve it, and remove the conflict markers'
    return asReading(new Unreadable('READ-SYNTAX', locate(marks.index), { message, remedy }))
  }
  if (!template.test(text)) return reading
  const findings = reading.findings.map((one) => ({ remedy: 'render the template first', ...one }))
  return { ...reading, findings }
}

const isSyntax = ({ rule }: Finding): boolean => rule === 'READ-SYNTAX'
