import type { Fact, FileSubject, Subject } from '../../../message/fact.ts'
import { type FactOf, message } from '../../../message/message.ts'
import { namesIn } from '../../../message/names-in.ts'
import { type OutOfRange, rangeAdvice, rangeIn } from '../../model/size-messages.ts'

/** What is wrong with a file of sizes; the subject is the place. */
export type SizeFileProblem =
  | FactOf<typeof SizeFileUnreadable>
  | FactOf<typeof SizeFileHasMore>
  | FactOf<typeof NotASizeFile>
  | FactOf<typeof SizeFieldUnknown>
  | FactOf<typeof SizeFieldTwice>
  | FactOf<typeof SizeFieldMissing>
  | FactOf<typeof SizeFieldType>
  | FactOf<typeof SizeHoldUnknown>
  | FactOf<typeof SizeWithoutNode>
  | FactOf<typeof SizeNodeAndSelector>
  | FactOf<typeof SizeWithoutAmount>
  | FactOf<typeof SizeNodeInvalid>
  | FactOf<typeof SizeNodeTwice>
  | FactOf<typeof SizeNumberAmbiguous>
  | FactOf<typeof SizeRelative>
  | FactOf<typeof SizeTextInvalid>
  | FactOf<typeof SizeNodeUnknown>
  | FactOf<typeof SizeImpossible>
  | FactOf<typeof SizeSelectorsOverlap>

export type SizeFileFact = SizeFileProblem | FactOf<typeof SizeFileRefused> | FactOf<typeof SizeSelectorEmpty>

export const SizeFileUnreadable = message(
  'SizeFileUnreadable',
  (fact: { subject: FileSubject; text: string }) => `${placeOf(fact)}: ${fact.text}`,
)

export const SizeFileHasMore = message('SizeFileHasMore', (fact: { subject: FileSubject }) => ({
  said: `${placeOf(fact)}: a second document`,
  hints: ['put all sizes into one document'],
}))

export const NotASizeFile = message(
  'NotASizeFile',
  (fact: { subject: FileSubject; field: 'apiVersion' | 'kind'; expected: string }) =>
    `${placeOf(fact)}: ${fact.field} must be ${fact.expected}`,
)

export const SizeFieldUnknown = message(
  'SizeFieldUnknown',
  (fact: { subject: FileSubject; field: string; known: readonly string[] }) => ({
    said: `${placeOf(fact)}: unknown field '${fact.field}'`,
    hints: [`the fields are ${fact.known.join(', ')}`],
  }),
)

export const SizeFieldTwice = message(
  'SizeFieldTwice',
  (fact: { subject: FileSubject; field: string; line: number }) =>
    `${placeOf(fact)}: '${fact.field}' is already in line ${fact.line}`,
)

export const SizeFieldMissing = message(
  'SizeFieldMissing',
  (fact: { subject: FileSubject; field: string }) => `${placeOf(fact)}: '${fact.field}' is missing`,
)

export const SizeFieldType = message(
  'SizeFieldType',
  (fact: { subject: FileSubject; field: string; expected: 'list' | 'mapping' | 'string' | 'quantity' }) => ({
    said: `${placeOf(fact)}: '${fact.field}' must be ${example[fact.expected]}`,
    hints: fact.expected === 'string' ? ['put numbers, true and false in quotes'] : [],
  }),
)

export const SizeHoldUnknown = message('SizeHoldUnknown', (fact: { subject: FileSubject }) => ({
  said: `${placeOf(fact)}: 'hold' must be size or balloon`,
  hints: ['without it, what is stored for the node stays'],
}))

export const SizeWithoutNode = message('SizeWithoutNode', (fact: { subject: FileSubject }) => ({
  said: `${placeOf(fact)}: the size is for no node`,
  hints: ['add node: NAME, or nodeSelector with labels'],
}))

export const SizeNodeAndSelector = message(
  'SizeNodeAndSelector',
  (fact: { subject: FileSubject }) => `${placeOf(fact)}: node and nodeSelector are mutually exclusive`,
)

export const SizeWithoutAmount = message('SizeWithoutAmount', (fact: { subject: FileSubject }) => ({
  said: `${placeOf(fact)}: no size given`,
  hints: ['add cpu, memory or both'],
}))

export const SizeNodeInvalid = message(
  'SizeNodeInvalid',
  (fact: { subject: FileSubject; text: string }) => `${placeOf(fact)}: '${fact.text}' is not a valid node name`,
)

export const SizeNodeTwice = message(
  'SizeNodeTwice',
  (fact: { subject: FileSubject; node: string; line: number }) =>
    `${placeOf(fact)}: node '${fact.node}' is already in line ${fact.line}`,
)

/** To YAML, the text is this number; to the flags, it is another one. */
export const SizeNumberAmbiguous = message(
  'SizeNumberAmbiguous',
  (fact: { subject: FileSubject; text: string; number: string }) => ({
    said: `${placeOf(fact)}: '${fact.text}' is ${fact.number} in YAML, and another amount as text`,
    hints: ['write the amount in decimal, without leading zeros'],
  }),
)

export const SizeRelative = message('SizeRelative', (fact: { subject: FileSubject; text: string }) => ({
  said: `${placeOf(fact)}: '${fact.text}' is a relative size`,
  hints: ['give the whole size: applied twice, a relative one would mean something else'],
}))

/** The text is not a size, for a reason of another feature. */
export const SizeTextInvalid = message('SizeTextInvalid', (fact: { subject: FileSubject; because: Fact }) => ({
  said: placeOf(fact),
  because: fact.because,
}))

export const SizeNodeUnknown = message('SizeNodeUnknown', (fact: { subject: FileSubject; node: string }) => ({
  said: `${placeOf(fact)}: node '${fact.node}' not found`,
  hints: ['kubectl get nodes lists the nodes'],
}))

/** Nodes cannot have the size, whatever their pods: the first of them, how many, and what the smallest of them can have. */
export const SizeImpossible = message(
  'SizeImpossible',
  (fact: { subject: FileSubject; nodes: readonly string[]; count: number; problem: OutOfRange }) => {
    const more = fact.count > fact.nodes.length ? ` and ${fact.count - fact.nodes.length} more` : ''
    const nodes = fact.count === 1 ? `node '${fact.nodes[0]}'` : `nodes ${namesIn(fact.nodes)}${more}`
    return {
      said: `${placeOf(fact)}: ${nodes} cannot have ${rangeIn(fact.problem)}`,
      hints: [rangeAdvice(fact.problem)],
    }
  },
)

/** The selector of another line matches these nodes, too: the first of them, and how many there are. */
export const SizeSelectorsOverlap = message(
  'SizeSelectorsOverlap',
  (fact: { subject: FileSubject; nodes: readonly string[]; count: number; line: number }) => {
    const more = fact.count > fact.nodes.length ? ` and ${fact.count - fact.nodes.length} more` : ''
    return {
      said: `${placeOf(fact)}: matches nodes of line ${fact.line}, too: ${namesIn(fact.nodes)}${more}`,
      hints: ['a node gets one size: change a selector, or add the node by name'],
    }
  },
)

export const SizeFileRefused = message(
  'SizeFileRefused',
  ({ problems }: { subject: Subject; problems: readonly SizeFileProblem[] }) => {
    const [first, ...others] = problems
    if (others.length === 0) return { said: 'no node was resized', because: first }
    const more = problems.length > most ? `, the first ${most} of them` : ''
    return { said: `no node was resized: ${problems.length} problems${more}`, below: problems.slice(0, most) }
  },
)

/** A selector without a node: a pool that is empty now. */
export const SizeSelectorEmpty = message(
  'SizeSelectorEmpty',
  (fact: { subject: FileSubject }) => `${placeOf(fact)}: no node has these labels`,
)

/** The most problems that are printed; a file may have thousands. */
const most = 50

const placeOf = ({ subject: { name, line, column } }: { readonly subject: FileSubject }): string =>
  line === undefined ? name : `${name}:${line}:${column}`

const example = { mapping: 'a mapping', list: 'a list', string: 'text', quantity: 'a size, such as 4 or 16Gi' } as const
