import type { FileRelease } from '../kubelet/model/file-release.ts'

/** What stands behind the release in a verdict. */
export const origins: Readonly<Record<FileRelease['fit'], string>> = {
  exact: ", the file's kubernetesVersion",
  newer: ", the nearest to the file's kubernetesVersion",
  older: ", the nearest to the file's kubernetesVersion",
  none: '',
  several: '',
}
