import type { Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'

/** About desired sizes as a whole. */
export type RestoreFact =
  | FactOf<typeof NoSizesToKeep>
  | FactOf<typeof DesiredSizesOfAbsentNodes>
  | FactOf<typeof DesiredSizesNotReadHere>

export const NoSizesToKeep = message(
  'NoSizesToKeep',
  ({ namespace }: { namespace: string }) => `no sizes to keep are stored in namespace ${namespace}`,
)

/** They are kept: the nodes may come back. */
export const DesiredSizesOfAbsentNodes = message(
  'DesiredSizesOfAbsentNodes',
  ({ names }: { names: readonly string[] }) =>
    `sizes are stored for nodes that do not exist, and kept in case they return: ${namesIn(names)}`,
)

/** Keys of a ConfigMap that belong in another one. */
export const DesiredSizesNotReadHere = message(
  'DesiredSizesNotReadHere',
  ({ subject, keys }: { subject: Subject; keys: readonly string[] }) => ({
    said: `configmap/${subject.name} has keys that belong in another ConfigMap, and are not read: ${namesIn(keys)}`,
    hints: ['nodesize set stores each size where it belongs'],
  }),
)
