import type { Setting } from './setting.ts'
import { bool, integer, string } from './trees.ts'

/** What a kubelet without --config does otherwise than its file's defaults say (cmd/kubelet/app/options, applyLegacyDefaults). */
const defaults = [
  { field: 'authentication.anonymous.enabled', tree: bool(true) },
  { field: 'authentication.webhook.enabled', tree: bool(false) },
  { field: 'authorization.mode', tree: string('AlwaysAllow') },
  { field: 'readOnlyPort', tree: integer(10_255n) },
]

/** Those that no flag decides. */
export const legacySettings = (settings: readonly Setting[]): readonly Setting[] =>
  defaults
    .filter(({ field }) => !settings.some((setting) => setting.field === field))
    .map(({ field, tree }) => ({ field, tree, names: field.split('.'), flag: undefined, from: '' }))
