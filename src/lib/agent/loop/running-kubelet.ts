import { afterProgram, wordsFrom } from '../../kubelet/flags/command-line.ts'
import { migrate } from '../../kubelet/flags/migrate.ts'
import type { Setting } from '../../kubelet/flags/setting.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { oldest, type Release, releaseOfKubelet } from '../../kubelet/model/releases.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Config } from '../model/config.ts'
import { decodeAny } from './decode-document.ts'
import type { Host } from './dependencies.ts'
import type { EffectContext } from './effect-context.ts'

/** The release that a version of the kubelet is treated as. */
export const releaseFor = (version: string): Release => releaseOfKubelet(version)?.release ?? oldest

/** The fields that the flags of the running kubelet set: flags win over every document. */
export async function flagsOf({ kubelet }: Host, release: Release, limits: Limits): Promise<readonly Setting[]> {
  const words = await kubelet.commandLine(limits)
  if (words === undefined) return []
  const line = { ...afterProgram(wordsFrom('/proc', words)), unset: [], environmentFiles: [], notes: [] }
  const { settings, kept } = migrate(line, release, { hasFile: true })
  return [...settings, ...kept]
}

/**
 * The document of a configuration; that of the node's own file for `local`. undefined when it cannot be decoded, or is not
 * a file of its own.
 */
export async function documentOf(
  config: Config,
  { host, checkpoints }: EffectContext,
  release: Release,
): Promise<ConfigDocument | undefined> {
  if (config.source !== 'local') return decodeAny(await checkpoints.read(config), release)
  const bytes = await host.live.readLocal()
  return bytes === undefined ? undefined : decodeAny(bytes, release)
}
