import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'

const schemaFile = fileURLToPath(import.meta.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'))
/** Of draft 4, which ajv no longer calls by its name: nothing in it has another meaning in draft 7. */
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8'))

const reference = /^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[\da-f]{2})*$/i
const formats = { uri: URL.canParse, 'uri-reference': reference, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/ }
const isSarif = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false, formats }).compile(schema)

/** What the published schema of SARIF 2.1.0 has against a text. */
export function sarifProblems(text: string): readonly string[] {
  const log = JSON.parse(text)
  return isSarif(log) ? [] : (isSarif.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
}
