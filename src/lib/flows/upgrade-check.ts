import { compareReleases, type Release } from '../config/releases.ts'
import { type Upgrade, upgrade } from '../config/upgrade/upgrade.ts'
import { Failure } from '../errors.ts'
import { readDocument } from '../reading/read.ts'

export interface UpgradeReport extends Upgrade {
  /** As it is called in messages. */
  readonly file: string
}

interface Question {
  readonly file: string
  readonly bytes: Uint8Array
  readonly from: Release
  readonly to: Release
}

/** What changes for a file between two releases. Rejects with Failure 'usage' when the second is not the newer one. */
export async function upgradeCheck({ file, bytes, from, to }: Question): Promise<UpgradeReport> {
  if (compareReleases(from, to) >= 0)
    throw new Failure('usage', `${to} is not newer than ${from}`, { suggestions: ['kubelets are not downgraded'] })
  return { file, ...upgrade(await readDocument(bytes), { from, to }) }
}

export const stopsKubelet = ({ findings }: Upgrade): boolean => findings.some(({ severity }) => severity === 'error')
