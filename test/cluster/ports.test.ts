import { connect } from '../../src/lib/kube/connect.ts'
import type { OpenCluster } from '../../src/lib/ports/cluster.ts'
import { startRealSide } from '../contract/real-subject.ts'
import { describeContract } from '../contract/run.ts'
import { portCases } from '../lib/ports/all.contract.ts'
import type { PortSide } from '../lib/ports/port-side.ts'

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
