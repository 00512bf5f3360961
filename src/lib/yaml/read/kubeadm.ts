import { type FileRelease, fileRelease } from '../../kubelet/model/file-release.ts'
import type { Mapping } from '../../kubelet/model/tree.ts'
import { entryValue, headerOf } from './holding.ts'
import type { Survey } from './survey.ts'

const group = 'kubeadm.k8s.io/'

/** Whether the text may have objects of kubeadm's API, so that it should be read as YAML or JSON. */
export const mayBeForKubeadm = (text: string): boolean => text.includes(group)

/** The objects of kubeadm's API, in any version. */
export const kubeadmObjects = ({ members }: Pick<Survey, 'members'>): readonly Mapping[] =>
  members.flatMap(({ reading }) => {
    if (reading.outcome === 'unreadable' || reading.tree.type !== 'map') return []
    return headerOf(reading.tree, 'apiVersion').startsWith(group) ? [reading.tree] : []
  })

/** The version of an object of kubeadm's API: `v1beta4`. */
export const kubeadmVersion = (object: Mapping): string => headerOf(object, 'apiVersion').slice(group.length)

/** The release that the ClusterConfigurations of a file name; undefined when they name none. */
export function releaseNamedIn({ members, foreign }: Pick<Survey, 'members' | 'foreign'>): FileRelease | undefined {
  if (!foreign) return undefined
  const clusters = kubeadmObjects({ members }).filter((tree) => headerOf(tree, 'kind') === 'ClusterConfiguration')
  return fileRelease(clusters.flatMap((tree) => entryValue(tree, 'kubernetesVersion') ?? []))
}
