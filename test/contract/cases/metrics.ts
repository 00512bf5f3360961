import { expect } from '@jest/globals'
import { expectRefusal } from '../requests.ts'
import type { Case } from '../subject.ts'
import { core, eventuallyAllowed, userWithClusterRole } from '../users.ts'

const path = '/apis/metrics.k8s.io/v1beta1/nodes'

/** A cluster without metrics-server. */
export const metrics: readonly Case[] = [
  {
    name: 'without metrics-server, nobody serves the metrics API',
    async run(subject) {
      for (const its of [path, `${path}/node-a`, '/apis/metrics.k8s.io'])
        expect((await subject.request({ method: 'GET', path: its })).status).toBe(404)
    },
  },
  {
    name: 'the right to it is asked for first',
    async run(subject) {
      const user = await userWithClusterRole(subject, [core('nodes', ['list'])])
      await eventuallyAllowed(subject, user, { verb: 'list', resource: 'nodes' })
      expectRefusal(await subject.request({ method: 'GET', path, user }), {
        code: 403,
        message: `nodes.metrics.k8s.io is forbidden: User "${user}" cannot list resource "nodes" in API group "metrics.k8s.io" at the cluster scope`,
      })
    },
  },
]
