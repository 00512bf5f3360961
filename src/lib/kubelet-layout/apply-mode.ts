import { fileSubject } from '../fact.ts'
import { compareReleases, type Release } from '../kubelet/model/releases.ts'
import type { ApplyModeFact } from './layout-fact.ts'
import type { KubeletSetup } from './setup.ts'

/** As lib/ports/host/live-config.ts explains them. */
export type ApplyModeName = 'file' | 'drop-in' | 'unit'

export type ApplyModeChoice =
  | { readonly mode: ApplyModeName; readonly because: ApplyModeFact }
  | { readonly refused: ApplyModeFact }

/** The release in which --config-dir needs no environment variable. */
const dropInsSince: Release = '1.30'

/**
 * How documents reach this kubelet (docs/adr/0020-apply-modes.md). `auto` never chooses `drop-in`: documents are whole
 * configurations, and a drop-in only adds to one.
 */
export function chooseApplyMode(
  setup: Pick<KubeletSetup, 'config' | 'configDir' | 'configVariable'>,
  asked: ApplyModeName | 'auto',
  release: Release,
): ApplyModeChoice {
  const { config, configDir, configVariable } = setup
  // Nothing to return to: without a file, a kubelet has other defaults than with an empty one.
  if (config === undefined) return { refused: { reason: 'NoConfigFile' } }
  if (asked === 'auto') {
    if (configVariable !== undefined)
      return { mode: 'unit', because: { reason: 'ConfigInVariable', variable: configVariable } }
    return { mode: 'file', because: { reason: 'ConfigFileOwn', subject: fileSubject(config) } }
  }
  if (asked === 'drop-in' && configDir === undefined) return { refused: { reason: 'NoConfigDir' } }
  if (asked === 'drop-in' && compareReleases(release, dropInsSince) < 0)
    return { refused: { reason: 'KubeletTooOldForDropIns', release } }
  return { mode: asked, because: { reason: 'ModeAsked', mode: asked } }
}
