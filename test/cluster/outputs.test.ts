import { startClusterStage } from '../outputs/cluster-stage.ts'
import { describeOutputs } from '../outputs/play.ts'

describeOutputs(startClusterStage)
