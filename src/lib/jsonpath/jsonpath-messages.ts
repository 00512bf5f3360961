import { type FactOf, message } from '../message/message.ts'
import type { Phrase } from '../message/phrase.ts'

/** Why a template cannot be parsed. */
export type SyntaxProblem =
  | 'EmptyTemplate'
  | 'NoExpression'
  | 'UnclosedBrace'
  | 'UnclosedBracket'
  | 'UnclosedFilter'
  | 'UnclosedQuote'
  | 'UnknownEscape'
  | 'UnexpectedCharacter'
  | 'UnknownWord'
  | 'NotANumber'
  | 'NotAnIndex'
  | 'ZeroStep'
  | 'SeveralComparisons'
  | 'UnknownOperator'
  | 'RepeatedDescent'
  | 'EndWithoutRange'
  | 'NotAPath'

/** Why a template cannot be applied to the data. */
export type DataProblem =
  | { readonly problem: 'IndexOutOfRange'; readonly index: number; readonly length: number }
  | { readonly problem: 'SliceOutOfRange'; readonly from: number; readonly to: number; readonly length: number }
  /** Only arrays have elements. */
  | { readonly problem: 'NotAnArray'; readonly found: string }
  /** Each side of a comparison must have one value. */
  | { readonly problem: 'SeveralValues'; readonly count: number }
  | { readonly problem: 'NotComparable'; readonly left: string; readonly right: string }
  | { readonly problem: 'FieldMissing'; readonly field: string }

export type JSONPathFact =
  | FactOf<typeof JSONPathInvalid>
  | FactOf<typeof JSONPathNotApplicable>
  | FactOf<typeof SortFieldMissing>
  | FactOf<typeof NotSortable>

export const JSONPathInvalid = message('JSONPathInvalid', (fact: Invalid): Phrase => invalid(fact))

export const JSONPathNotApplicable = message('JSONPathNotApplicable', (fact: DataProblem & { template: string }) => {
  const [said, hint] = notApplicable(fact)
  return { said: `the template '${fact.template}' cannot be applied: ${said}`, hints: [hint] }
})

/** No object has a value to sort by. */
export const SortFieldMissing = message('SortFieldMissing', ({ path }: { path: string }) => ({
  said: `cannot sort by '${path}': no item has this field`,
  hints: ['-o json prints all fields'],
}))

export const NotSortable = message(
  'NotSortable',
  ({ path, left, right }: { path: string; left: string; right: string }) => ({
    said: `cannot sort by '${path}': ${left} and ${right} cannot be compared`,
    hints: ['sort by a field with strings, numbers or quantities'],
  }),
)

interface Invalid {
  readonly template: string
  readonly problem: SyntaxProblem
  /** In the template, from 1. */
  readonly position: number
  /** The part of the template that is at fault; it begins there. */
  readonly part: string
}

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
