import { type FileRelease, fileRelease } from '../../kubelet/model/file-release.ts'
import type { Mapping } from '../../kubelet/model/tree.ts'
import { entryValue, headerOf } from './holding.ts'
import type { Survey } from './survey.ts'

const group = 'kubeadm.k8s.io/'

/** Can the text have objects of kubeadm's API in it? Only then it is worth to be read as YAML or JSON. */
export const mayBeForKubeadm = (text: string): boolean => text.includes(group)

/** The objects of kubeadm's API, in whatever version. */
export const kubeadmObjects = ({ members }: Pick<Survey, 'members'>): readonly Mapping[] =>
  members.flatMap(({ reading }) => {
    if (reading.outcome === 'unreadable' || reading.tree.type !== 'map') return []
    return headerOf(reading.tree, 'apiVersion').startsWith(group) ? [reading.tree] : []
  })

/** Of an object of kubeadm's API: `v1beta4`. */
export const kubeadmVersion = (object: Mapping): string => headerOf(object, 'apiVersion').slice(group.length)

/** What the ClusterConfigurations of a file say about the release of its kubelets; undefined: nothing. */
export function releaseNamedIn({ members, foreign }: Pick<Survey, 'members' | 'foreign'>): FileRelease | undefined {
  if (!foreign) return undefined
  const clusters = kubeadmObjects({ members }).filter((tree) => headerOf(tree, 'kind') === 'ClusterConfiguration')
  return fileRelease(clusters.flatMap((tree) => entryValue(tree, 'kubernetesVersion') ?? []))
}
