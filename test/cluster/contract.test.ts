import { allCases } from '../contract/cases/all.ts'
import { startRealSide } from '../contract/real-subject.ts'
import { describeContract } from '../contract/run.ts'
import { partOf } from './part.ts'

for (const seed of partOf([1, 2, 3]))
  describeContract({ seed, cases: allCases, thorough: seed === 1, start: startRealSide })
