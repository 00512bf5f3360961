import type { Scene } from '../stage.ts'
import { asData, inFormats } from './formats.ts'
import { forgetReports, reportGood, reportNonsense, reportOptOut, reportTrialAndRollback } from './reports.ts'
import { giveRights, takeRights } from './rights.ts'

/** What operators see of agents: their reports are written by other hands, as the agents write them. */
export const agentScenes: readonly Scene[] = [
  {
    name: 'status',
    steps: [
      ...inFormats('kubeletcfg status', 'json'),
      'kubeletcfg push -f kubelet.yaml --global --yes --quiet',
      reportTrialAndRollback,
      ...inFormats('kubeletcfg status', 'wide', ...asData, 'name', 'custom-columns=NODE:.node,WHY:.reason'),
      'kubeletcfg push -f more-pods.yaml --global --yes --quiet',
      'kubeletcfg status node-b node-a',
      reportGood,
      ...inFormats('kubeletcfg status node/node-a', 'json'),
      reportOptOut,
      reportNonsense,
      ...inFormats('kubeletcfg status', 'wide', 'json'),
      'kubeletcfg status node-y node-a',
      'kubeletcfg status node-y',
      'kubeletcfg status -l no=such',
      giveRights,
      'kubeletcfg status --as nora',
      'kubeletcfg status --as cora',
      takeRights,
      forgetReports,
      'kubeletcfg delete --global --yes --quiet --accept-risk=drain',
    ],
  },
  {
    name: 'push-wait',
    steps: [
      'kubeletcfg push -f kubelet.yaml --global --yes --wait',
      'kubeletcfg push -f kubelet.yaml --global --yes --wait --dry-run=server',
      reportTrialAndRollback,
      ...inFormats('kubeletcfg push -f kubelet.yaml --global --yes --wait --wait-until=applied', ...asData),
      reportGood,
      ...inFormats('kubeletcfg push -f kubelet.yaml --global --yes --wait', 'json'),
      'kubeletcfg push -f more-pods.yaml --global --yes --wait --timeout 1s',
      reportOptOut,
      'kubeletcfg push -f more-pods.yaml --global --yes --wait --timeout 1s',
      'kubeletcfg push -f kubelet.yaml --node node-z --yes --quiet --wait',
      forgetReports,
      'kubeletcfg delete --node node-z --yes --quiet',
      'kubeletcfg delete --global --yes --quiet',
    ],
  },
]
