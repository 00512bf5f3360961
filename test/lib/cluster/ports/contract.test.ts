import { describeContract } from '../../../contract/run.ts'
import { portCases } from './all.contract.ts'
import { startInProcessSide } from './in-process-side.ts'

describeContract({ seed: 4, cases: portCases, thorough: true, start: startInProcessSide })
