import type { ReleaseInFile } from '../../kubelet/model/file-release.ts'
import { newest, type Release } from '../../kubelet/model/releases.ts'
import type { OneDocument } from './one-document.ts'

interface Chosen {
  readonly release: Release
  /** The file that has decided, and those that say otherwise; none when no file has a say. */
  readonly releasesInFiles: readonly ReleaseInFile[]
}

/**
 * The release to judge for when the user may have left it open: the one that the first of these files names, or the next
 * one, or the newest known. A file that names none of its own, such as `ci/latest`, has no say beside one that does.
 */
export function releaseFor(
  wanted: Release | undefined,
  ...files: readonly (Pick<OneDocument, 'file' | 'fileRelease'> | undefined)[]
): Chosen {
  if (wanted !== undefined) return { release: wanted, releasesInFiles: [] }
  const telling = files.flatMap((one) => (one?.fileRelease ? [{ file: one.file, fileRelease: one.fileRelease }] : []))
  const naming = telling.filter(({ fileRelease }) => fileRelease.fit !== 'none')
  const [first, ...others] = naming.length > 0 ? naming : telling
  if (first === undefined) return { release: newest, releasesInFiles: [] }
  const { release } = first.fileRelease
  return { release, releasesInFiles: [first, ...others.filter((one) => one.fileRelease.release !== release)] }
}
