import { basename } from 'node:path'
import { commit, version } from './build.ts'

export type Bin = 'kubeletcfg' | 'nodesize'

interface Described {
  readonly description: string
  /** The first words of commands of two words, such as `agent install`. */
  readonly topics: Readonly<Record<string, string>>
}

/** The programs of the package. */
export const bins: Readonly<Record<Bin, Described>> = {
  kubeletcfg: {
    description: 'Validate kubelet configurations the way the kubelet does, and store them in the cluster.',
    topics: {
      agent: 'Apply stored kubelet configurations to nodes.',
      bad: 'Show or forget the documents that were rolled back.',
      rollout: 'Let the global document reach the nodes in waves.',
    },
  },
  nodesize: {
    description: 'Resize Kubernetes nodes without touching the machine.',
    topics: { autoscale: 'Resize nodes together with their machines.' },
  },
}

/** The name for help and messages: `kubectl nodesize` when it was started as a kubectl plugin, from `path`. */
export const calledAs = (bin: Bin, path: string): string =>
  basename(path).replace(/\.[cm]?[jt]s$/, '') === `kubectl-${bin}` ? `kubectl ${bin}` : bin

/** What --version prints, and the name for API servers. The commit is build metadata of the version (semver). */
export function userAgent(bin: Bin): string {
  const full = commit === undefined ? version : `${version}+${commit}`
  return `${bin}/${full} ${process.platform}-${process.arch} node-${process.version}`
}
