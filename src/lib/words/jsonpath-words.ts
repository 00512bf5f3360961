import type { DataProblem, JSONPathFact, SyntaxProblem } from '../jsonpath/jsonpath-fact.ts'
import type { Phrase, Vocabulary } from './phrase.ts'

type Invalid = JSONPathFact & { readonly reason: 'JSONPathInvalid' }

const example = 'write paths in braces: {.items[*].name}'
const comparison = 'a filter is one path, or one comparison: [?(@.state=="Ready")]'
const inBrackets = 'use [0], [-1], [1:3], [*], [\'name\'] or [?(@.name=="x")]'

const syntaxProblems: Readonly<
  Record<SyntaxProblem, readonly [said: (fact: Invalid) => string, hint?: string | undefined]>
> = {
  EmptyTemplate: [() => 'the template is empty', example],
  NoExpression: [({ template }) => `the template '${template}' has no path: it would print itself`, example],
  UnclosedBrace: [(fact) => `'{' has no '}'${at(fact)}`, example],
  UnclosedBracket: [(fact) => `'[' has no ']'${at(fact)}`, inBrackets],
  UnclosedFilter: [(fact) => `'[?(' has no ')]' where the filter ends${at(fact)}`, comparison],
  UnclosedQuote: [(fact) => `${fact.part} is not closed${at(fact)}`, 'a text ends with the quote that it starts with'],
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
  NotAPath: [({ template }) => `'${template}' is not one path`, 'use a path such as .name or {.name}'],
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
      return [`there is no element ${fact.index}: the array has ${fact.length}`, 'use [*] for every element']
    case 'SliceOutOfRange':
      return [
        `there are no elements ${fact.from}:${fact.to}: the array has ${fact.length}`,
        'use [*] for every element',
      ]
    case 'NotAnArray':
      return [`[…] needs an array, and found ${article(fact.found)}`, 'use .name for the fields of an object']
    case 'SeveralValues':
      return [`a filter compares one value, and found ${fact.count}`, 'filter where there is one: .items[?(@.a=="b")]']
    case 'NotComparable':
      return [
        `${fact.left} and ${fact.right} cannot be compared`,
        'compare texts with "text", numbers with 1, booleans with true',
      ]
    case 'FieldMissing':
      return [
        `nothing has the field '${fact.field}'`,
        '-o json prints all fields; --allow-missing-template-keys=true ignores it',
      ]
  }
}

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** Templates of -o jsonpath and custom-columns, and the path of --sort-by. */
export const jsonpathWords: Vocabulary<JSONPathFact> = {
  JSONPathInvalid: invalid,
  JSONPathNotApplicable: (fact) => {
    const [said, hint] = notApplicable(fact)
    return { said: `the template '${fact.template}' cannot be applied: ${said}`, hints: [hint] }
  },
  NothingToSortBy: ({ path }) => ({
    said: `cannot sort by '${path}': nothing has that field`,
    hints: ['-o json prints all fields'],
  }),
  NotSortable: ({ path, left, right }) => ({
    said: `cannot sort by '${path}': ${left} and ${right} have no order`,
    hints: ['sort by a field with texts, numbers or quantities'],
  }),
}
