import { agentNodeCases } from '../../agent/ports/agent-node.contract.ts'
import { agentReportCases } from '../../agent/ports/agent-report.contract.ts'
import type { PortCase } from '../../connect/port-side.ts'
import { historyCases } from '../../documents/ports/history.contract.ts'
import { podSignCases } from '../../rollouts/ports/pod-signs.contract.ts'
import { probeCases } from '../../rollouts/ports/probes.contract.ts'
import { rolloutCases } from '../../rollouts/ports/rollouts.contract.ts'
import { balloonCases } from '../../sizes/ports/balloons.contract.ts'
import { accessCases } from './access.contract.ts'
import { collectionCases } from './collections.contract.ts'
import { desiredSizeCases } from './desired-sizes.contract.ts'
import { documentChangeCases } from './document-changes.contract.ts'
import { documentCases } from './documents.contract.ts'
import { eventCases } from './events.contract.ts'
import { leaseCases } from './leases.contract.ts'
import { limitCases } from './limits.contract.ts'
import { machineNoteCases } from './machine-notes.contract.ts'
import { nameCases } from './names.contract.ts'
import { nodeCases } from './nodes.contract.ts'
import { objectCases } from './objects.contract.ts'

/** What src/lib/ports promises. */
export const portCases: readonly PortCase[] = [
  ...accessCases,
  ...agentNodeCases,
  ...agentReportCases,
  ...balloonCases,
  ...collectionCases,
  ...documentCases,
  ...documentChangeCases,
  ...eventCases,
  ...historyCases,
  ...leaseCases,
  ...limitCases,
  ...machineNoteCases,
  ...nameCases,
  ...nodeCases,
  ...objectCases,
  ...desiredSizeCases,
  ...podSignCases,
  ...probeCases,
  ...rolloutCases,
]
