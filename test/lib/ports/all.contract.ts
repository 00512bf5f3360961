import { accessCases } from './access.contract.ts'
import { balloonCases } from './balloons.contract.ts'
import { documentCases } from './documents.contract.ts'
import { limitCases } from './limits.contract.ts'
import { nodeCases } from './nodes.contract.ts'
import { objectCases } from './objects.contract.ts'
import type { PortCase } from './port-side.ts'

/** What src/lib/ports promises. */
export const portCases: readonly PortCase[] = [
  ...accessCases,
  ...balloonCases,
  ...documentCases,
  ...limitCases,
  ...nodeCases,
  ...objectCases,
]
