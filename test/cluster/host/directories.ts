import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { instance } from './instance.ts'

/** Top of the checkout. */
export const checkout = resolve(import.meta.dirname, '../../..')

/** What survives a run: built parts, and the logs of the last run. */
export const cacheDirectory = join(
  process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
  'kubeletcfg-test-cluster',
)

/** What a run makes and takes away. One per name and host, wherever the cache is, as are cgroups. */
export const runDirectory = join('/run', instance)

/** Certificates, tokens and data of the control plane. */
export const controlPlaneDirectory = join(runDirectory, 'control-plane')
export const recordFile = join(runDirectory, 'run.json')
export const logDirectory = join(runDirectory, 'logs')
/** TMPDIR of the command: what tests forget there goes with the run. */
export const temporaryDirectory = join(runDirectory, 'tmp')
/** Logs of the last run of this name that ended. */
export const keptLogDirectory = join(cacheDirectory, 'logs', instance)
/** What a run makes that its nodes see, too; it goes with the run. */
export const sharedDirectory = join(cacheDirectory, 'runs', instance)
