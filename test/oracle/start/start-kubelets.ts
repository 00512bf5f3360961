import { releases } from '../../cluster/versions.ts'
import { StartCampaign } from './campaign.ts'
import { runOnHosts } from './on-hosts.ts'

/** Releases whose kubelets the test cluster builds. */
export const startable: Readonly<Record<string, string>> = releases

/** Starts real kubelets with generated documents; exit code 1 when one does something else than we say. */
export const startKubelets = (asked: readonly string[], range: Parameters<StartCampaign['run']>[0]): Promise<number> =>
  runOnHosts(asked, range, {
    does: `documents from seed ${range.seed} start kubelets`,
    of: (hosts, release) => new StartCampaign(hosts, release),
  })
