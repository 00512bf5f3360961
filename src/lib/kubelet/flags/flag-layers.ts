import type { FlagLayer } from '../merge/layers.ts'
import type { Placement } from '../model/placement.ts'
import type { Release } from '../model/releases.ts'
import type { CommandLine } from './command-line.ts'
import type { FlagProblem, FlagStopsKubelet } from './flag-messages.ts'
import { legacySettings } from './legacy.ts'
import { migrate, stopped } from './migrate.ts'

/** What the flags of a command line do to the configuration of a kubelet. */
export interface FlagLayers {
  readonly layers: readonly FlagLayer[]
  /** The defaults of flags that differ from those of a file. */
  readonly defaults: readonly Placement[]
  /** Why the kubelet does not start with them. */
  readonly problems: readonly (FlagProblem | FlagStopsKubelet)[]
}

export function flagLayers(line: CommandLine, release: Release): FlagLayers {
  const { settings, kept, unknown, problems } = migrate(line, release, { hasFile: true })
  const removed = new Set(unknown.map(({ flag }) => flag.name))
  const layers = [...settings, ...kept].flatMap(({ flag, from, names, tree }) =>
    flag === undefined || removed.has(flag) ? [] : [{ flag, from, names, tree }],
  )
  const defaults = legacySettings([]).map(({ names, tree }) => ({ names, tree }))
  return { layers, defaults, problems: [...problems, ...unknown.map((one) => stopped(one, release))] }
}
