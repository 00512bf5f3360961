import type { Release } from '../../kubelet/model/releases.ts'

/**
 * How the kubelet reads the value of a flag. `strings` is CSV, `ip` an address, `level` klog's verbosity; `pairs` are
 * key=value by commas, `pair` one of them for each flag, `thresholds` key<value, `gates` name=bool, `headers` name:value.
 * `unknown` is that of a flag that is none of the table.
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
  /** Path of the field that says the same in a KubeletConfiguration; without it, the flag stays a flag. */
  readonly field?: string
  /** The newest release that has it calls it deprecated. */
  readonly deprecated?: true
  /** First release that has it, when that is not the oldest known one. */
  readonly since?: Release
  /** Last release that has it, when that is not the newest. */
  readonly until?: Release
}
