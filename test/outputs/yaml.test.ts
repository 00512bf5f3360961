import { expect, test } from '@jest/globals'
import { parse, parseAllDocuments } from 'yaml'
import { goldenExchanges, textOf } from './goldens.ts'

/** A command that was played with -o json, and with -o yaml at once after that. */
const twins = goldenExchanges.flatMap(({ command, stdout }, i) => {
  const next = goldenExchanges[i + 1]
  const follows = command.endsWith(' -o json') && next?.command === command.replace(/json$/, 'yaml')
  return follows && stdout !== '' ? [{ command, json: stdout, yaml: next.stdout }] : []
})

test('most outputs are there in both formats', () => {
  expect(twins.length).toBeGreaterThan(20)
})

test.each(twins)('$command carries the same data in YAML', ({ command, json, yaml }) => {
  const data = JSON.parse(json)
  const isList = command.startsWith('nodesize install')
  const read = isList ? parseAllDocuments(yaml).map((document) => document.toJS()) : parse(yaml)
  expect(read).toEqual(isList ? data.items : data)
})

test('a report on several documents carries the same data in YAML', () => {
  const [json, yaml] = ['json', 'yaml'].map((format) => textOf(`validate/two-releases.${format}`))
  expect(parse(yaml!)).toEqual(JSON.parse(json!))
})
