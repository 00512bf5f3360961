import { allCases } from './cases/all.ts'
import { describeContract } from './run.ts'
import { startSandboxSide } from './sandbox-subject.ts'

for (const seed of [1, 2, 3]) describeContract({ seed, cases: allCases, thorough: true, start: startSandboxSide })
