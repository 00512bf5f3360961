import { describeCounts } from './describe-counts.ts'

describeCounts(['sh'])
