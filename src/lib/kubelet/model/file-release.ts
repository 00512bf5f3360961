import { type NearestRelease, nearestRelease, newest, type Release } from './releases.ts'
import type { Tree } from './tree.ts'

/** The release of its kubelets that a kubeadm file names. */
export interface FileRelease {
  /** The release to validate for: the newest known one when the file names none, or several that differ. */
  readonly release: Release
  readonly fit: NearestRelease['fit'] | 'none' | 'several'
  /** `kubernetesVersion` as it is in the file: the first that counts. */
  readonly value: Tree
  /** The first one that differs. */
  readonly other?: Tree
}

/** A file with a kubernetesVersion. */
export interface ReleaseInFile {
  readonly file: string
  readonly fileRelease: FileRelease
}

/** kubeadm resolves these labels to the newest patch of a minor release. */
const patchLabel = /^(?:stable|latest)-(?=\d+\.\d+$)/
/** The default and its synonyms: they mean the newest release. */
const newestLabel = /^(?:(?:release\/)?(?:stable|latest)(?:-1)?)?$/

/** The release that values of `kubernetesVersion` name; undefined: there are none, or they do not fix a release. */
export function fileRelease(values: readonly Tree[]): FileRelease | undefined {
  const telling = values.filter((value) => !leavesOpen(value))
  const named = telling.flatMap((value) => releaseIn(value) ?? [])
  const [first] = named
  if (first === undefined) return telling[0] && { release: newest, fit: 'none', value: telling[0] }
  const other = named.find(({ release, fit }) => release !== first.release || fit !== first.fit)
  return other === undefined ? first : { release: newest, fit: 'several', value: first.value, other: other.value }
}

function leavesOpen(value: Tree): boolean {
  if (value.type !== 'scalar') return false
  return value.kind === 'null' || (value.kind === 'string' && newestLabel.test(value.text))
}

function releaseIn(value: Tree): FileRelease | undefined {
  if (value.type !== 'scalar' || value.kind !== 'string') return undefined
  const nearest = nearestRelease(value.text.replace(patchLabel, ''))
  return nearest && { ...nearest, value }
}
