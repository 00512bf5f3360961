import type { Release } from '../../kubelet/model/releases.ts'
import type { FlagStopsKubelet } from '../../kubelet-flags/flag-fact.ts'
import { migrate, stopped } from '../../kubelet-flags/migrate.ts'
import { kubeadmObjects } from '../../yaml/read/kubeadm.ts'
import { kubeletExtraArgs } from '../../yaml/read/kubelet-extra-args.ts'
import type { OneDocument } from './one-document.ts'

/** The kubeletExtraArgs of a file for kubeadm that kubelets of a release do not have, so that they do not start. */
export function stoppingFlags(
  { file, members }: Pick<OneDocument, 'file' | 'members'>,
  release: Release,
): readonly FlagStopsKubelet[] {
  const given = kubeadmObjects({ members }).flatMap((object) => kubeletExtraArgs(object) ?? [])
  return given.flatMap(({ flags }) => {
    const words = flags.map(({ text, at }) => ({ text, from: file, at }))
    const line = { words, whole: false, unset: [], environmentFiles: [], notes: [] }
    return migrate(line, release, { hasFile: true }).unknown.map((flag) => stopped(flag, release))
  })
}
