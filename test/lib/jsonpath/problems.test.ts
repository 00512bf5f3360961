import { expect, test } from '@jest/globals'
import { evaluate } from '../../../src/lib/jsonpath/evaluate.ts'
import { parsePath, parseTemplate } from '../../../src/lib/jsonpath/parse.ts'
import { sortBy } from '../../../src/lib/jsonpath/sort.ts'
import { messageOf } from '../../../src/lib/message/describe.ts'
import { Failure } from '../../../src/lib/message/failure.ts'

function problemIn(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof Failure) return `${error.code}: ${messageOf(error.fact)}`
  }
  return 'none'
}

test.each([
  ['', 'the template is empty'],
  ['.items', "the template '.items' has no path: it would be printed as it is"],
  ['é{.a', "'{' is not closed (character 2 of 'é{.a')"],
  ['{.a\n}', "'{' is not closed (character 1 of '{.a\n}')"],
  ['{.a[0}', "'[' is not closed (character 4 of '{.a[0}')"],
  ['{.a["b"]}', `'["b"]' is not an index (character 4 of '{.a["b"]}')`],
  ['{.a[]}', "'[]' is not an index (character 4 of '{.a[]}')"],
  ['{.a[::0]}', "the step of '::0' must be greater than zero (character 5 of '{.a[::0]}')"],
  ['{.a[?(@.b]}', "'[?(' is not closed with ')]' (character 4 of '{.a[?(@.b]}')"],
  ['{.a[?(@.b=1)]}', "unknown operator '=' (character 10 of '{.a[?(@.b=1)]}')"],
  ['{.a[?(@.b==1&&@.c)]}', "unexpected '&&' (character 13 of '{.a[?(@.b==1&&@.c)]}')"],
  ['{"a}', `" is not closed (character 2 of '{"a}')`],
  ['{"\\q"}', `unknown escape '\\q' (character 3 of '{"\\q"}')`],
  ['{.a}{items}', "unknown word 'items' (character 6 of '{.a}{items}')"],
  ['{1.2.3}', "'1.2.3' is not a number (character 2 of '{1.2.3}')"],
  ['{....a}', "'..' is repeated (character 4 of '{....a}')"],
  ['{.a}{end}', "{end} has no {range} (character 5 of '{.a}{end}')"],
  ['{%}', "unexpected '%' (character 2 of '{%}')"],
])('the template %s cannot be parsed', (template, message) => {
  expect(problemIn(() => parseTemplate(template))).toBe(`usage: ${message}`)
})

const data = { kind: 'List', items: [{ name: 'a', size: 1 }, { name: 'b' }] }

test.each([
  ['{.items[2]}', 'index 2 is out of range: the array has 2 elements'],
  ['{.items[1:9]}', 'slice 1:9 is out of range: the array has 2 elements'],
  ['{.kind[0]}', '[…] requires an array, but found a string'],
  ['{.items[0][0]}', '[…] requires an array, but found an object'],
  ['{.items[?(@.name==1)]}', '"a" and 1 cannot be compared'],
  ['{.items[0].nope}', "field 'nope' not found"],
])('the template %s does not fit the data', (template, message) => {
  const problem = problemIn(() => evaluate(parseTemplate(template), data, { mustExist: true }))
  expect(problem).toBe(`usage: the template '${template}' cannot be applied: ${message}`)
})

test.each([
  ['{.a}{.b}', "'{.a}{.b}' is not a single path"],
  ['', 'the template is empty'],
])('%s is not a single path', (path, message) => {
  expect(problemIn(() => parsePath(path))).toBe(`usage: ${message}`)
})

test.each([
  ['.nope', "cannot sort by '.nope': no item has this field"],
  ['.value', `cannot sort by '.value': "x" and 1 cannot be compared`],
])('nothing can be sorted by %s', (path, message) => {
  const rows = [{ value: 1 }, { value: 'x' }]
  expect(problemIn(() => sortBy(rows, parsePath(path), (row) => row))).toBe(`usage: ${message}`)
})

test('without rows, anything can be sorted by', () => {
  expect(sortBy([], parsePath('.nope'), (row) => row)).toEqual([])
})

test('a constructor is not a field', () => {
  expect(evaluate(parseTemplate('{.constructor}{.items[0].__proto__}'), data).flat()).toEqual([])
})
