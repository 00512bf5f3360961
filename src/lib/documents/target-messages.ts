import type { Subject } from '../message/fact.ts'
import { type FactOf, message } from '../message/message.ts'
import { document } from '../names.ts'

/** Why a node cannot have a document of its own. */
export type TargetFact = FactOf<typeof ReservedNodeName> | FactOf<typeof NotANodeName> | FactOf<typeof NodeNameTooLong>

/** Its ConfigMap would have the name of the global one. */
export const ReservedNodeName = message('ReservedNodeName', ({ subject: { name } }: { subject: Subject }) => ({
  said: `node/${name} cannot have a document: its ConfigMap would be ${document.globalName}`,
  hints: ['use --global for the document of all nodes'],
}))

export const NotANodeName = message(
  'NotANodeName',
  ({ subject: { name } }: { subject: Subject }) => `'${name}' is not a valid node name`,
)

/** The name of its ConfigMap would be too long; both numbers are lengths of the node name, in characters. */
export const NodeNameTooLong = message(
  'NodeNameTooLong',
  ({ subject: { name }, length, longest }: { subject: Subject; length: number; longest: number }) => ({
    said: `node/${name} cannot have a document: its name has ${length} characters, and ${longest} is the limit`,
    hints: [
      `a ConfigMap name has at most 253 characters, ${document.nodeSuffix} included; the node gets the global document`,
    ],
  }),
)
