import { compareReleases, type Release } from '../config/releases.ts'
import { type Upgrade, upgrade } from '../config/upgrade/upgrade.ts'
import { Failure } from '../errors.ts'
import { type FatalStage, stageOf } from './document-report.ts'
import { oneDocument, type Source } from './one-document.ts'

export interface UpgradeReport extends Upgrade {
  /** As it is called in messages. */
  readonly file: string
  /** Where a document falls that the newer kubelet refuses. */
  readonly stage: FatalStage | undefined
}

interface Question extends Source {
  readonly from: Release
  readonly to: Release
}

/** What changes for a file between two releases. Rejects with Failure 'usage' when the second is not the newer one. */
export async function upgradeCheck({ from, to, ...source }: Question): Promise<UpgradeReport> {
  if (compareReleases(from, to) >= 0)
    throw new Failure('usage', `${to} is not newer than ${from}`, { suggestions: ['kubelets are not downgraded'] })
  const { reading } = await oneDocument(source)
  const upgraded = upgrade(reading, { from, to })
  return { file: source.file, ...upgraded, stage: stageOf(upgraded.findings) }
}

export const hasErrors = ({ findings }: Upgrade): boolean => findings.some(({ severity }) => severity === 'error')
