/** First release whose kubelets resize pods without a feature gate (KEP-1287). */
const least = { major: 1, minor: 33 }

export const leastKubelet = `${least.major}.${least.minor} or later`

/** Can a kubelet of this version, such as `v1.34.2+k3s1`, resize pods in place? */
export function canResizePods(kubeletVersion: string): boolean {
  const [major = 0, minor = 0] = (/^v?(\d+)\.(\d+)/.exec(kubeletVersion)?.slice(1) ?? []).map(Number)
  return major > least.major || (major === least.major && minor >= least.minor)
}
