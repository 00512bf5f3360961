import { messageOf } from '../../message/describe.ts'
import type { View } from '../../output/view.ts'
import { freeForPods, type NodeTotals } from '../model/node-size.ts'
import { showRoundedDown, showRoundedUp, sizeData, stateText, toneOfNode } from '../resize/output.ts'

/** The balloon and the requests do not fit in 80 columns: they are differences of the other columns. */
export const sizesView: View<NodeTotals> = {
  kind: 'NodeSizeList',
  columns: [
    { header: 'NODE', value: ({ node }) => node.name },
    { header: 'SIZE', value: ({ size }) => showRoundedDown(size) },
    { header: 'ALLOCATABLE', value: ({ allocatable }) => showRoundedDown(allocatable) },
    { header: 'FREE', value: (size) => showRoundedDown(freeForPods(size)) },
    {
      header: 'STATE',
      value: stateText,
      tone: toneOfNode,
      whenDeleted: 'Deleted',
    },
  ],
  wide: [
    { header: 'BALLOON', value: ({ balloon }) => showRoundedUp(balloon) },
    { header: 'REQUESTED', value: ({ requested }) => showRoundedUp(requested) },
    { header: 'POD', value: ({ balloonState }) => ('pod' in balloonState ? balloonState.pod.metadata.name : '-') },
    { header: 'KUBELET', value: ({ node }) => node.kubeletVersion },
    { header: 'MESSAGE', value: ({ why }) => (why === undefined ? '-' : messageOf(why)) },
  ],
  data: sizeData,
  name: ({ node }) => `node/${node.name}`,
}
