import type { FileRelease } from '../../kubelet/model/file-release.ts'

/** The suffix of a verdict about where the release comes from. */
export const origins: Readonly<Record<FileRelease['fit'], string>> = {
  exact: ", the file's kubernetesVersion",
  newer: ", the nearest to the file's kubernetesVersion",
  older: ", the nearest to the file's kubernetesVersion",
  none: '',
  several: '',
}
