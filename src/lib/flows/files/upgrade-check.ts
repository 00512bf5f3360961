import { Failure } from '../../failure.ts'
import { compareReleases, type Release } from '../../kubelet/model/releases.ts'
import { type Upgrade, upgrade } from '../../kubelet-changes/upgrade/upgrade.ts'
import type { FlagStopsKubelet } from '../../kubelet-flags/flag-fact.ts'
import type { AskedFact } from './asked-fact.ts'
import { type FatalStage, stageOf } from './document-report.ts'
import { oneDocument, type Source } from './one-document.ts'
import { stoppingFlags } from './stopping-flags.ts'

export interface UpgradeReport extends Upgrade {
  /** The name in messages. */
  readonly file: string
  /** The stage at which the newer kubelet refuses to start. It parses its flags first. */
  readonly stage: FatalStage | 'flags' | undefined
  /** Flags in a file for kubeadm that the newer kubelet does not have. */
  readonly flags: readonly FlagStopsKubelet[]
}

interface Question extends Source {
  readonly from: Release
  readonly to: Release
}

/** What changes for a file between two releases. Rejects with Failure 'usage' unless `to` is newer than `from`. */
export async function upgradeCheck({ from, to, ...source }: Question): Promise<UpgradeReport> {
  if (compareReleases(from, to) >= 0) throw new Failure<AskedFact>('usage', { reason: 'NotNewer', from, to })
  const one = await oneDocument(source)
  const upgraded = upgrade(one.reading, { from, to })
  const flags = stoppingFlags(one, to)
  const starts = flags.length === 0
  const stage = starts ? stageOf(upgraded.findings) : 'flags'
  return { file: source.file, ...upgraded, valid: starts && upgraded.valid, stage, flags }
}

export const hasErrors = ({ findings, flags }: UpgradeReport): boolean =>
  flags.length > 0 || findings.some(({ severity }) => severity === 'error')
