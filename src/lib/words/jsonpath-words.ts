import type { DataProblem, JSONPathFact, SyntaxProblem } from '../jsonpath/jsonpath-fact.ts'
import type { Phrase, Vocabulary } from './phrase.ts'

type Invalid = JSONPathFact & { readonly reason: 'JSONPathInvalid' }

const example = 'write paths in braces: {.items[*].name}'
const comparison = 'a filter is a single path or comparison: [?(@.state=="Ready")]'
const inBrackets = 'use [0], [-1], [1:3], [*], [\'name\'] or [?(@.name=="x")]'

const syntaxProblems: Readonly<
  Record<SyntaxProblem, readonly [said: (fact: Invalid) => string, hint?: string | undefined]>
> = {
  EmptyTemplate: [() => 'the template is empty', example],
  NoExpression: [({ template }) => `the template '${template}' has no path: it would be printed as it is`, example],
  UnclosedBrace: [(fact) => `'{' is not closed${at(fact)}`, example],
  UnclosedBracket: [(fact) => `'[' is not closed${at(fact)}`, inBrackets],
  UnclosedFilter: [(fact) => `'[?(' is not closed with ')]'${at(fact)}`, comparison],
  UnclosedQuote: [(fact) => `${fact.part} is not closed${at(fact)}`, 'end a string with the quote that it starts with'],
  UnknownEscape: [(fact) => `unknown escape '${fact.part}'${at(fact)}`, 'use \\n, \\t, \\\\, \\", \\xNN or \\uNNNN'],
  UnexpectedCharacter: [(fact) => `unexpected '${fact.part}'${at(fact)}`],
  UnknownWord: [(fact) => `unknown word '${fact.part}'${at(fact)}`],
  NotANumber: [(fact) => `'${fact.part}' is not a number${at(fact)}`],
  NotAnIndex: [(fact) => `'${fact.part}' is not an index${at(fact)}`, inBrackets],
  ZeroStep: [(fact) => `the step of '${fact.part}' must be greater than zero${at(fact)}`],
  SeveralComparisons: [(fact) => `unexpected '${fact.part}'${at(fact)}`, comparison],
  UnknownOperator: [(fact) => `unknown operator '${fact.part}'${at(fact)}`, 'use ==, !=, <, <=, > or >='],
  RepeatedDescent: [(fact) => `'..' is repeated${at(fact)}`],
  EndWithoutRange: [(fact) => `{end} has no {range}${at(fact)}`, '{range .items[*]}{.name}{"\\n"}{end}'],
  NotAPath: [({ template }) => `'${template}' is not a single path`, 'use a path such as .name or {.name}'],
}

const at = ({ template, position }: Invalid): string => ` (character ${position} of '${template}')`

function invalid(fact: Invalid): Phrase {
  const [said, hint] = syntaxProblems[fact.problem]
  const own = fact.problem === 'UnknownWord' ? `fields begin with a dot: .${fact.part}` : hint
  return { said: said(fact), hints: own === undefined ? [] : [own] }
}

function notApplicable(fact: DataProblem): readonly [said: string, hint: string] {
  switch (fact.problem) {
    case 'IndexOutOfRange':
      return [`index ${fact.index} is out of range: the array has ${elements(fact.length)}`, 'use [*] for all elements']
    case 'SliceOutOfRange':
      return [
        `slice ${fact.from}:${fact.to} is out of range: the array has ${elements(fact.length)}`,
        'use [*] for all elements',
      ]
    case 'NotAnArray':
      return [`[…] requires an array, but found ${article(fact.found)}`, 'use .name for the fields of an object']
    case 'SeveralValues':
      return [`a filter compares single values, but found ${fact.count}`, 'compare a single value: .items[?(@.a=="b")]']
    case 'NotComparable':
      return [
        `${fact.left} and ${fact.right} cannot be compared`,
        'compare strings with "text", numbers with 1, booleans with true',
      ]
    case 'FieldMissing':
      return [
        `field '${fact.field}' not found`,
        '-o json prints all fields; --allow-missing-template-keys=true ignores missing fields',
      ]
  }
}

const elements = (count: number): string => `${count} ${count === 1 ? 'element' : 'elements'}`

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** Templates of -o jsonpath and custom-columns, and the path of --sort-by. */
export const jsonpathWords: Vocabulary<JSONPathFact> = {
  JSONPathInvalid: invalid,
  JSONPathNotApplicable: (fact) => {
    const [said, hint] = notApplicable(fact)
    return { said: `the template '${fact.template}' cannot be applied: ${said}`, hints: [hint] }
  },
  SortFieldMissing: ({ path }) => ({
    said: `cannot sort by '${path}': no item has this field`,
    hints: ['-o json prints all fields'],
  }),
  NotSortable: ({ path, left, right }) => ({
    said: `cannot sort by '${path}': ${left} and ${right} cannot be compared`,
    hints: ['sort by a field with strings, numbers or quantities'],
  }),
}
