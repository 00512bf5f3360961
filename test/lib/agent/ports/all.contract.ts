import type { HostCase } from './host-side.ts'
import { journalCases } from './journal.contract.ts'
import { liveConfigCases } from './live-config.contract.ts'
import { rescueCases } from './rescue.contract.ts'
import { stateFilesCases } from './state-files.contract.ts'

/** What src/lib/ports/host promises. */
export const hostCases: readonly HostCase[] = [...journalCases, ...liveConfigCases, ...stateFilesCases, ...rescueCases]
