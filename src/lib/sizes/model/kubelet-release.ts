import { compareVersions, type KubernetesVersion, parseKubernetesVersion } from '../../api/kubernetes-version.ts'

/** First release in which kubelets resize pods without a feature gate (KEP-1287). */
const least: KubernetesVersion = { major: 1, minor: 33 }

export const leastKubelet = `${least.major}.${least.minor}`

/** Whether a kubelet of this version, such as `v1.34.2+k3s1`, can resize pods in place. */
export function canResizePods(kubeletVersion: string): boolean {
  const version = parseKubernetesVersion(kubeletVersion)
  return version !== undefined && compareVersions(version, least) >= 0
}
