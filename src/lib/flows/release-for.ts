import { newest, type Release } from '../config/releases.ts'
import { otherRelease, type ReleaseRemark, releaseRemark } from '../render/file-release.ts'
import type { OneDocument } from './one-document.ts'

interface Chosen {
  readonly release: Release
  /** What is to be said about the choice; nothing when there was none. */
  readonly releaseRemarks: readonly ReleaseRemark[]
}

/**
 * The release to judge for when the user may have left it open: the one that the first of these files names, or the next
 * one, or the newest known. A file that names none of its own, such as `ci/latest`, has no say beside one that does.
 */
export function releaseFor(
  wanted: Release | undefined,
  ...files: readonly (Pick<OneDocument, 'file' | 'fileRelease'> | undefined)[]
): Chosen {
  if (wanted !== undefined) return { release: wanted, releaseRemarks: [] }
  const telling = files.flatMap((one) => (one?.fileRelease ? [{ file: one.file, said: one.fileRelease }] : []))
  const naming = telling.filter(({ said }) => said.fit !== 'none')
  const [first, ...others] = naming.length > 0 ? naming : telling
  if (first === undefined) return { release: newest, releaseRemarks: [] }
  const { release } = first.said
  const differing = others.filter(({ said }) => said.release !== release)
  return {
    release,
    releaseRemarks: [
      releaseRemark(first.file, first.said),
      ...differing.map(({ file, said }) => otherRelease(file, said, release)),
    ],
  }
}
