import type { Bin } from '../../../src/lib/cli/shell/bins.ts'

/** What krew shows of each plugin: it cuts the short text at 50 characters. */
const texts: Readonly<Record<Bin, { readonly shortDescription: string; readonly description: string }>> = {
  kubeletcfg: {
    shortDescription: 'Validate and store kubelet configurations',
    description: [
      'Validates a kubelet configuration the way the kubelet of each release does, offline, and reports what an upgrade',
      'or a change of it requires. Stores configurations for all nodes or for one node in the cluster, by',
      'compare-and-swap, and refuses those that a kubelet of their nodes would refuse.',
    ].join('\n'),
  },
  nodesize: {
    shortDescription: 'Resize nodes without touching the machine',
    description: [
      'Makes a node smaller or larger by a balloon pod, which requests capacity and uses none. nodesize resizes that pod',
      'in place, and disturbs no running pod: a size that does not fit is reverted. Requires Kubernetes 1.33 or later.',
    ].join('\n'),
  },
}

const caveats = 'Requires glibc 2.28 or later and libstdc++: the plugin does not run on Alpine Linux.'

export interface Archive {
  /** As Go names it. */
  readonly arch: 'amd64' | 'arm64'
  readonly uri: string
  readonly sha256: string
}

interface Release {
  readonly version: string
  readonly homepage?: string | undefined
  readonly archives: readonly Archive[]
}

/** The manifest of a plugin, as krew's index has it. Both plugins are the same file, which looks at its own name. */
export const pluginManifest = (bin: Bin, { version, homepage, archives }: Release) => ({
  apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
  kind: 'Plugin',
  metadata: { name: bin },
  spec: {
    version: `v${version}`,
    ...(homepage !== undefined && { homepage }),
    ...texts[bin],
    caveats,
    platforms: archives.map(({ arch, uri, sha256 }) => ({
      selector: { matchLabels: { os: 'linux', arch } },
      uri,
      sha256,
      files: [
        { from: 'kubeletcfg', to: bin },
        { from: 'LICENSE', to: '.' },
        { from: 'LICENSES', to: '.' },
      ],
      bin,
    })),
  },
})
