import type { View } from '../../output/view.ts'
import { age } from '../../quantity/age.ts'
import type { NodeStatus } from './node-status.ts'
import { configText, messageOfWhy, nodeStatusData, toneOfNodeState, trialLeft } from './output.ts'

/** `now` returns milliseconds since the epoch, for the ages. Causes do not fit in 80 columns. */
export const nodeStatusView = (now: () => number): View<NodeStatus> => ({
  kind: 'NodeStatusList',
  columns: [
    { header: 'NODE', value: ({ node }) => node.name },
    { header: 'ASSIGNED', value: ({ report }) => configText(report?.assigned) },
    { header: 'ACTIVE', value: ({ report }) => configText(report?.active) },
    {
      header: 'STATE',
      value: ({ state }) => state,
      tone: ({ state }) => toneOfNodeState[state],
      whenDeleted: 'Deleted',
    },
    { header: 'AGE', value: ({ report }) => (report === undefined ? '-' : age(report.since, now())), isAge: true },
  ],
  wide: [
    { header: 'GOOD', value: ({ report }) => configText(report?.lastKnownGood) },
    { header: 'LEFT', value: ({ report }) => trialLeft(report?.trial) },
    { header: 'OPT-OUT', value: ({ report }) => optOutText(report?.optOut) },
    { header: 'SHADOWED', value: ({ report }) => report?.shadowedByFlags.join(',') || '-' },
    { header: 'KUBELET', value: ({ node }) => node.kubeletVersion },
    { header: 'REASON', value: ({ why }) => why?.reason ?? '-' },
    { header: 'MESSAGE', value: ({ why }) => (why === undefined ? '-' : messageOfWhy(why)) },
  ],
  data: nodeStatusData,
  name: ({ node }) => `node/${node.name}`,
})

type OptOut = NonNullable<NonNullable<NodeStatus['report']>['optOut']>

const optOutText = (optOut: OptOut | undefined): string =>
  optOut === undefined ? '-' : `${optOut.mode} (${optOut.by})`
