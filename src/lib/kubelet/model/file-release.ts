import { type NearestRelease, nearestRelease, newest, type Release } from './releases.ts'
import type { Tree } from './tree.ts'

/** What a file for kubeadm says about the release of its kubelets. */
export interface FileRelease {
  /** To judge for: the newest known one when the file names none, or several that differ. */
  readonly release: Release
  readonly fit: NearestRelease['fit'] | 'none' | 'several'
  /** `kubernetesVersion` as it stands there: the first that counts. */
  readonly value: Tree
  /** The first that says otherwise. */
  readonly other?: Tree
}

/** A file that says something about it. */
export interface ReleaseInFile {
  readonly file: string
  readonly fileRelease: FileRelease
}

/** kubeadm looks these up: it is the newest patch of a minor release. */
const patchLabel = /^(?:stable|latest)-(?=\d+\.\d+$)/
/** The default, or as good as that: whoever writes it wants the newest. */
const newestLabel = /^(?:(?:release\/)?(?:stable|latest)(?:-1)?)?$/

/** The release that values of `kubernetesVersion` name; undefined: there is none, or it leaves the release open. */
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
