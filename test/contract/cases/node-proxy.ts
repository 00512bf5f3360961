import { expect } from '@jest/globals'
import { ownNode } from '../nodes.ts'
import { expectRefusal, pathOf } from '../requests.ts'
import type { Case, Subject } from '../subject.ts'
import { core, eventuallyAllowed, userWithClusterRole } from '../users.ts'

const configz = (subject: Subject, node: string, user?: string) =>
  subject.request<Readonly<Record<string, unknown>>>({
    method: 'GET',
    path: `${pathOf('nodes')}/${node}/proxy/configz`,
    ...(user !== undefined && { user }),
  })

/** How a kubelet is asked for its configuration through the API server. */
export const nodeProxy: readonly Case[] = [
  {
    name: 'the configuration of a kubelet takes the right to get nodes/proxy: nodes and nodes/configz are not enough',
    async run(subject) {
      const name = await userWithClusterRole(subject, [core('nodes', ['get']), core('nodes/configz', ['get'])])
      await eventuallyAllowed(subject, name, { verb: 'get', resource: 'nodes' })
      const node = await subject.node()
      expectRefusal(await configz(subject, node, name), {
        code: 403,
        message: `nodes "${node}" is forbidden: User "${name}" cannot get resource "nodes/proxy" in API group "" at the cluster scope`,
      })
    },
  },
  {
    name: 'the right to get nodes/proxy may be for one node',
    async run(subject) {
      const node = await subject.node()
      const name = await userWithClusterRole(subject, [core('nodes/proxy', ['get'], [node])])
      await eventuallyAllowed(subject, name, { verb: 'get', resource: 'nodes', subresource: 'proxy', name: node })
      expect((await configz(subject, node, name)).status).not.toBe(403)
      expect((await configz(subject, `${node}-2`, name)).status).toBe(403)
    },
  },
  {
    name: 'the kubelet of a node that does not exist is not found',
    async run(subject) {
      expectRefusal(await configz(subject, 'nosuch'), { code: 404, message: 'nodes "nosuch" not found' })
    },
  },
  {
    name: 'a node without a kubelet is an error of the server',
    async run(subject) {
      const { name } = await ownNode(subject)
      const { status } = await configz(subject, name)
      expect(status).toBeGreaterThanOrEqual(500)
    },
  },
]
