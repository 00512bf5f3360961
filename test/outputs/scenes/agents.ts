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
]
