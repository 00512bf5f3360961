import type { ReleaseInFile } from '../../kubelet/model/file-release.ts'
import { newest, type Release } from '../../kubelet/model/releases.ts'
import type { OneDocument } from '../read/one-document.ts'

interface Chosen {
  readonly release: Release
  /** The file that decided, then those that name another release; empty when no file decided. */
  readonly releasesInFiles: readonly ReleaseInFile[]
}

/**
 * The release to use: `wanted`, else the one of the first file that names one, else the newest known. A file with a
 * kubernetesVersion that is not a release, such as `ci/latest`, decides only when no other file does.
 */
export function releaseFor(
  wanted: Release | undefined,
  ...files: readonly (Pick<OneDocument, 'file' | 'fileRelease'> | undefined)[]
): Chosen {
  if (wanted !== undefined) return { release: wanted, releasesInFiles: [] }
  const withRelease = files.flatMap((one) =>
    one?.fileRelease ? [{ file: one.file, fileRelease: one.fileRelease }] : [],
  )
  const known = withRelease.filter(({ fileRelease }) => fileRelease.fit !== 'none')
  const [first, ...others] = known.length > 0 ? known : withRelease
  if (first === undefined) return { release: newest, releasesInFiles: [] }
  const { release } = first.fileRelease
  return { release, releasesInFiles: [first, ...others.filter((one) => one.fileRelease.release !== release)] }
}
