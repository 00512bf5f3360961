import type { Release } from '../../model/releases.ts'

/**
 * How the kubelet parses the value of a flag. `strings` is CSV, `ip` an address, `level` klog's verbosity; `pairs` are
 * comma-separated key=value, `pair` is one key=value per flag, `thresholds` are key<value, `gates` name=bool, `headers`
 * name:value. `unknown` is for flags outside the table.
 */
export type FlagType =
  | 'bool'
  | 'string'
  | 'int32'
  | 'int64'
  | 'duration'
  | 'strings'
  | 'ip'
  | 'pairs'
  | 'pair'
  | 'thresholds'
  | 'gates'
  | 'headers'
  | 'level'
  | 'vmodule'
  | 'quantity'
  | 'taints'
  | 'reserved-memory'
  | 'version'
  | 'unknown'

/** One row of the generated table of flags. */
export interface Flag {
  /** Without dashes. */
  readonly name: string
  readonly type: FlagType
  /** The path of the equivalent field in a KubeletConfiguration; without it, the flag remains a flag. */
  readonly field?: string
  /** The newest release that has it deprecates it. */
  readonly deprecated?: true
  /** The first release that has it, unless it is the oldest known one. */
  readonly since?: Release
  /** The last release that has it, unless it is the newest. */
  readonly until?: Release
}
