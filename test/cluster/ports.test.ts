import { connect } from '../../src/lib/kube/connect.ts'
import { startRealSide } from '../contract/real-subject.ts'
import { describeContract } from '../contract/run.ts'
import { portCases } from '../lib/ports/all.contract.ts'
import type { PortSide } from '../lib/ports/port-side.ts'

async function start(): Promise<PortSide> {
  return {
    ...(await startRealSide()),
    connect: ({ namespace, user } = {}) => connect({ namespace, as: user, userAgent: 'test' }),
  }
}

describeContract({ seed: 1, cases: portCases, thorough: true, start })
