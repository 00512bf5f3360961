import { type ClusterWork, kubectlGetNodes } from './cluster-work.ts'
import type { Programs } from './programs.ts'
import type { Row } from './row.ts'

/** Our commands compared with kubectl, which neither validates, nor plans, nor waits for a kubelet. */
export function clusterRows(programs: Programs, work: ClusterWork): readonly Row[] {
  const { by, kubeletcfg, nodesize } = programs
  const getNodes = { than: 'kubectl get nodes', theirs: () => kubectlGetNodes }
  return [
    {
      what: `${by}: kubeletcfg push`,
      than: 'kubectl apply',
      ours: (round) => work.push(programs, round),
      theirs: work.apply,
    },
    { what: `${by}: nodesize get`, ...getNodes, ours: () => nodesize('get') },
    { what: `${by}: kubeletcfg get --global`, ...getNodes, ours: () => kubeletcfg('get', '--global') },
    { what: `${by}: kubeletcfg list`, ...getNodes, ours: () => kubeletcfg('list') },
    {
      what: `${by}: nodesize set --no-cordon, until the kubelet answers`,
      than: 'kubectl patch --subresource resize',
      ours: (round) => work.set(programs, round),
      theirs: work.patch,
    },
  ]
}
