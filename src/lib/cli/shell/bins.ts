import { basename } from 'node:path'
import { commit, version } from './build.ts'

/** The programs of the package. */
export const bins = {
  kubeletcfg: {
    description: 'Validate kubelet configurations the way the kubelet does, and store them in the cluster.',
  },
  nodesize: { description: 'Resize Kubernetes nodes without touching the machine.' },
}
export type Bin = keyof typeof bins

/** The name for help and messages: `kubectl nodesize` when it was started as a kubectl plugin, from `path`. */
export const calledAs = (bin: Bin, path: string): string =>
  basename(path).replace(/\.[cm]?[jt]s$/, '') === `kubectl-${bin}` ? `kubectl ${bin}` : bin

/** What --version prints, and the name for API servers. The commit is build metadata of the version (semver). */
export function userAgent(bin: Bin): string {
  const full = commit === undefined ? version : `${version}+${commit}`
  return `${bin}/${full} ${process.platform}-${process.arch} node-${process.version}`
}
