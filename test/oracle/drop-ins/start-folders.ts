import { runOnHosts } from '../start/on-hosts.ts'
import { StartedFolders } from './started.ts'

/** Compares the configz of real kubelets with what we merge; exit code 1 when one differs. */
export const startFolders = (asked: readonly string[], range: Parameters<StartedFolders['run']>[0]): Promise<number> =>
  runOnHosts(asked, range, {
    does: 'folders of drop-ins start kubelets',
    of: (hosts, release) => new StartedFolders(hosts, release),
  })
