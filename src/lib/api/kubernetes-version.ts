/** A minor release of Kubernetes. */
export interface KubernetesVersion {
  readonly major: number
  readonly minor: number
}

const version = /^v?(\d+)\.(\d+)(?:\.\d+(?:[-+][-+.0-9A-Za-z]*)?)?$/

/** `1.36`, `v1.36.3` and `1.36.3-rc.1+k3s1` are all 1.36; undefined: not a version. */
export function parseKubernetesVersion(text: string): KubernetesVersion | undefined {
  const [, major, minor] = version.exec(text) ?? []
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) }
}

/** Negative when a is older than b, for sorting. Compares numbers: 1.100 is newer than 1.37. */
export const compareVersions = (a: KubernetesVersion, b: KubernetesVersion): number =>
  a.major - b.major || a.minor - b.minor
