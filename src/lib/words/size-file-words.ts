import type { FileSubject } from '../fact.ts'
import type { SizeFileFact } from '../size-file/size-file-fact.ts'
import { namesIn } from './names-in.ts'
import type { Vocabulary } from './phrase.ts'
import { rangeAdvice, rangeIn } from './size-range.ts'

/** The most problems that are printed; a file may have thousands. */
const most = 50

const placeOf = ({ subject: { name, line, column } }: { readonly subject: FileSubject }): string =>
  line === undefined ? name : `${name}:${line}:${column}`

const example = { mapping: 'a mapping', list: 'a list', string: 'text', quantity: 'a size, such as 4 or 16Gi' } as const

export const sizeFileWords: Vocabulary<SizeFileFact> = {
  SizeFileRefused: ({ problems }) => {
    const [first, ...others] = problems
    if (others.length === 0) return { said: 'no node was resized', because: first }
    const more = problems.length > most ? `, the first ${most} of them` : ''
    return { said: `no node was resized: ${problems.length} problems${more}`, below: problems.slice(0, most) }
  },
  SizeFileUnreadable: (fact) => `${placeOf(fact)}: ${fact.text}`,
  SizeFileHasMore: (fact) => ({
    said: `${placeOf(fact)}: a second document`,
    hints: ['put all sizes into one document'],
  }),
  NotASizeFile: (fact) => `${placeOf(fact)}: ${fact.field} must be ${fact.expected}`,
  SizeFieldUnknown: (fact) => ({
    said: `${placeOf(fact)}: unknown field '${fact.field}'`,
    hints: [`the fields are ${fact.known.join(', ')}`],
  }),
  SizeFieldTwice: (fact) => `${placeOf(fact)}: '${fact.field}' is already in line ${fact.line}`,
  SizeFieldMissing: (fact) => `${placeOf(fact)}: '${fact.field}' is missing`,
  SizeFieldType: (fact) => ({
    said: `${placeOf(fact)}: '${fact.field}' must be ${example[fact.expected]}`,
    hints: fact.expected === 'string' ? ['put numbers, true and false in quotes'] : [],
  }),
  SizeHoldUnknown: (fact) => ({
    said: `${placeOf(fact)}: 'hold' must be size or balloon`,
    hints: ['without it, what is stored for the node stays'],
  }),
  SizeWithoutNode: (fact) => ({
    said: `${placeOf(fact)}: the size is for no node`,
    hints: ['add node: NAME, or nodeSelector with labels'],
  }),
  SizeNodeAndSelector: (fact) => `${placeOf(fact)}: node and nodeSelector are mutually exclusive`,
  SizeWithoutAmount: (fact) => ({ said: `${placeOf(fact)}: no size given`, hints: ['add cpu, memory or both'] }),
  SizeNodeInvalid: (fact) => `${placeOf(fact)}: '${fact.text}' is not a valid node name`,
  SizeNodeTwice: (fact) => `${placeOf(fact)}: node '${fact.node}' is already in line ${fact.line}`,
  SizeRelative: (fact) => ({
    said: `${placeOf(fact)}: '${fact.text}' is a relative size`,
    hints: ['give the whole size: applied twice, a relative one would mean something else'],
  }),
  SizeNumberAmbiguous: (fact) => ({
    said: `${placeOf(fact)}: '${fact.text}' is ${fact.number} in YAML, and another amount as text`,
    hints: ['write the amount in decimal, without leading zeros'],
  }),
  SizeTextInvalid: (fact) => ({ said: placeOf(fact), because: fact.because }),
  SizeNodeUnknown: (fact) => ({
    said: `${placeOf(fact)}: node '${fact.node}' not found`,
    hints: ['kubectl get nodes lists the nodes'],
  }),
  SizeImpossible: (fact) => {
    const more = fact.count > fact.nodes.length ? ` and ${fact.count - fact.nodes.length} more` : ''
    const nodes = fact.count === 1 ? `node '${fact.nodes[0]}'` : `nodes ${namesIn(fact.nodes)}${more}`
    return {
      said: `${placeOf(fact)}: ${nodes} cannot have ${rangeIn(fact.problem)}`,
      hints: [rangeAdvice(fact.problem)],
    }
  },
  SizeSelectorsOverlap: (fact) => {
    const more = fact.count > fact.nodes.length ? ` and ${fact.count - fact.nodes.length} more` : ''
    return {
      said: `${placeOf(fact)}: matches nodes of line ${fact.line}, too: ${namesIn(fact.nodes)}${more}`,
      hints: ['a node gets one size: change a selector, or add the node by name'],
    }
  },
  SizeSelectorEmpty: (fact) => `${placeOf(fact)}: no node has these labels`,
}
