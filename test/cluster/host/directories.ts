import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Top of the checkout. */
export const checkout = resolve(import.meta.dirname, '../../..')

/** What survives a run: built parts, and the logs of the last run. */
export const cacheDirectory = join(
  process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
  'kubeletcfg-test-cluster',
)

/** What a run makes and takes away. One per host, wherever the cache is, since names of cgroups are one per host, too. */
export const runDirectory = '/run/kubeletcfg-test-cluster'

/** Certificates, tokens and data of the control plane. */
export const controlPlaneDirectory = join(runDirectory, 'control-plane')
export const recordFile = join(runDirectory, 'run.json')
export const logDirectory = join(runDirectory, 'logs')
/** TMPDIR of the command: what tests forget there goes with the run. */
export const temporaryDirectory = join(runDirectory, 'tmp')
/** Logs of the last run that ended. */
export const keptLogDirectory = join(cacheDirectory, 'logs')
