import { describeOutputs } from './play.ts'
import { startSandboxStage } from './sandbox-stage.ts'

describeOutputs(startSandboxStage)
