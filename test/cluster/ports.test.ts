import type { OpenCluster } from '../../src/lib/connect/cluster.ts'
import { connect } from '../../src/lib/connect/connect.ts'
import { startRealSide } from '../contract/real-subject.ts'
import { describeContract } from '../contract/run.ts'
import { portCases } from '../lib/cluster/ports/all.contract.ts'
import type { PortSide } from '../lib/connect/port-side.ts'

async function start(): Promise<PortSide> {
  const side = await startRealSide()
  const opened: OpenCluster[] = []
  return {
    ...side,
    async connect({ namespace, user } = {}) {
      const cluster = await connect({ namespace, as: user, userAgent: 'test' })
      opened.push(cluster)
      return cluster
    },
    async close() {
      for (const cluster of opened) cluster.close()
      await side.close()
    },
  }
}

// Names are made from the seed: not one of those of contract.test.ts, for both run on one cluster.
describeContract({ seed: 4, cases: portCases, thorough: true, start })
