import type { Setting } from './setting.ts'
import { bool, integer, string } from './trees.ts'

/**
 * Defaults of a kubelet without --config that differ from those of a file (cmd/kubelet/app/options,
 * applyLegacyDefaults).
 */
const defaults = [
  { field: 'authentication.anonymous.enabled', tree: bool(true) },
  { field: 'authentication.webhook.enabled', tree: bool(false) },
  { field: 'authorization.mode', tree: string('AlwaysAllow') },
  { field: 'readOnlyPort', tree: integer(10_255n) },
]

/** The defaults that no flag overrides. */
export const legacySettings = (settings: readonly Setting[]): readonly Setting[] =>
  defaults
    .filter(({ field }) => !settings.some((setting) => setting.field === field))
    .map(({ field, tree }) => ({ field, tree, names: field.split('.'), flag: undefined, from: '' }))
