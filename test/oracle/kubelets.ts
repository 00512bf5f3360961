import type { Release } from '../../src/lib/kubelet/model/releases.ts'

/** The kubelet that speaks for a release. */
interface Kubelet {
  readonly version: string
  /**
   * Not all that cmd/kubelet/app imports can be had: it is left out, and with it the start-up. `instead` has the modules
   * for which the next version that can be had does as well, having nothing to do with configuration.
   */
  readonly partial?: { readonly instead: Readonly<Record<string, string>> }
}

/** cri-client gives pkg/kubelet/types two formats of time. */
const cri = { 'k8s.io/cri-api': 'v0.33.13', 'k8s.io/cri-client': 'v0.33.13' }

/** Newest patch releases whose modules can be had, whole or in part. */
export const kubelets = {
  '1.28': { version: '1.28.15', partial: { instead: {} } },
  '1.29': { version: '1.29.6', partial: { instead: {} } },
  '1.30': { version: '1.30.14' },
  '1.31': { version: '1.31.14', partial: { instead: cri } },
  '1.32': { version: '1.32.13', partial: { instead: cri } },
  '1.33': { version: '1.33.13' },
  '1.34': { version: '1.34.4' },
  '1.35': { version: '1.35.4' },
  '1.36': { version: '1.36.3' },
  '1.37': { version: '1.37.2' },
} as const satisfies Partial<Record<Release, Kubelet>>

export type JudgedRelease = keyof typeof kubelets

export const judgedReleases = Object.keys(kubelets) as readonly JudgedRelease[]

export const kubeletOf = (release: JudgedRelease): Kubelet => kubelets[release]
