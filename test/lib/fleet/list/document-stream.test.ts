import { expect, test } from '@jest/globals'
import { parse, parseAllDocuments } from 'yaml'
import type { StoredDocument } from '../../../../src/lib/documents/stored-document.ts'
import { globalTarget, nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { documentStream } from '../../../../src/lib/fleet/list/output.ts'

const got = (body: string, target: Target) => {
  const inspection = { stored: { target } as StoredDocument, review: undefined, document: undefined, digest: undefined }
  return { inspection: { ...inspection, editedByHand: false, flaw: undefined }, body, warnings: [] }
}
const streamOf = (...bodies: readonly string[]): string =>
  documentStream(bodies.map((body, i) => got(body, i === 0 ? globalTarget : nodeTarget(`node-${i}`))))

test('each document is below a marker and its target', () => {
  expect(streamOf('maxPods: 1\n', '# mine\nmaxPods: 2\n')).toBe(
    '---\n# global\nmaxPods: 1\n---\n# node node-1\n# mine\nmaxPods: 2\n',
  )
})

test.each([
  ['without a line end', ['a: 1', 'b: 2']],
  ['with line ends of Windows', ['a: 1\r\n', 'b: 2\r\n']],
  ['in JSON', ['{"a": 1}', '{"b": [2]}\n']],
  ['with a marker of their own', ['---\na: 1\n', '---\nb: 2\n', 'c: 3\n']],
  ['with a marker below comments', ['# x\n\n---\na: 1\n', '  # y\r\n--- # z\r\nb: 2\r\n']],
  ['with directives', ['%YAML 1.2\n---\na: 1\n', '%YAML 1.2\r\n---\r\nb: 2\n', 'c: 3']],
  ['with an end of their own', ['a: 1\n...\n', 'b: 2\n']],
  ['whose last value is a block', ['a: |\n  x\n', 'b: |+\n  y\n\n', '---\nc: 3\n']],
  ['without content', ['', '# nothing\n', 'c: 3\n']],
])('a stream of documents %s has each of them, and no other one', (_, bodies) => {
  const documents = parseAllDocuments(streamOf(...bodies)) as readonly { toJS(): unknown; errors: readonly Error[] }[]
  expect(documents.map((one) => one.toJS())).toEqual(bodies.map((body) => parse(body)))
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
})
