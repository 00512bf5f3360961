import { fileSubject } from '../../message/fact.ts'
import { compareReleases, type Release } from '../model/releases.ts'
import {
  type ApplyModeFact,
  ConfigFileOwn,
  ConfigInVariable,
  KubeletTooOldForDropIns,
  ModeAsked,
  NoConfigDir,
  NoConfigFile,
} from './layout-messages.ts'
import type { KubeletSetup } from './setup.ts'

/** As lib/agent/ports/live-config.ts explains them. */
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
  if (config === undefined) return { refused: NoConfigFile() }
  if (asked === 'auto') {
    if (configVariable !== undefined) return { mode: 'unit', because: ConfigInVariable({ variable: configVariable }) }
    return { mode: 'file', because: ConfigFileOwn({ subject: fileSubject(config) }) }
  }
  if (asked === 'drop-in' && configDir === undefined) return { refused: NoConfigDir() }
  if (asked === 'drop-in' && compareReleases(release, dropInsSince) < 0)
    return { refused: KubeletTooOldForDropIns({ release }) }
  return { mode: asked, because: ModeAsked({ mode: asked }) }
}
