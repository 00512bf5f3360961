import { expect } from '@jest/globals'
import { conditionOf, type Node, ownNode } from '../nodes.ts'
import { absent, expectRefusal, good, patchCall, pathOf, read } from '../requests.ts'
import type { Case, Subject } from '../subject.ts'
import { core, eventuallyAllowed, userWithClusterRole } from '../users.ts'

const condition = (type: string, status: string) => ({ type, status, reason: 'Tested', message: 'a test' })

const patchStatus = (subject: Subject, path: string, status: object) =>
  subject.request<Node>(patchCall(`${path}/status`, 'strategic', { status }))

const typesOf = ({ status }: Node): readonly string[] => (status.conditions ?? []).map(({ type }) => type)

/** What reports about a node rely on. */
export const nodeStatus: readonly Case[] = [
  {
    name: 'a strategic patch of a Node merges conditions by their type',
    async run(subject) {
      const { path } = await ownNode(subject)
      good(await patchStatus(subject, path, { conditions: [condition('A', 'True'), condition('B', 'True')] }))
      const node = good(await patchStatus(subject, path, { conditions: [condition('B', 'False')] }))
      expect(conditionOf(node, 'A')).toMatchObject(condition('A', 'True'))
      expect(conditionOf(node, 'B')).toMatchObject(condition('B', 'False'))
      expect(await read<Node>(subject, path)).toMatchObject({ status: { conditions: node.status.conditions } })
    },
  },
  {
    name: 'a strategic patch of a Node removes a condition when told, and one that is not there too',
    async run(subject) {
      const { path } = await ownNode(subject)
      good(await patchStatus(subject, path, { conditions: [condition('A', 'True'), condition('B', 'True')] }))
      for (const type of ['A', 'A', 'nosuch'])
        expect(typesOf(good(await patchStatus(subject, path, { conditions: [{ type, $patch: 'delete' }] })))).toContain(
          'B',
        )
      expect(typesOf(await read<Node>(subject, path))).not.toContain('A')
    },
  },
  {
    name: 'a patch of the status of a Node changes its annotations and labels too, and not its spec',
    async run(subject) {
      const { path } = await ownNode(subject)
      const body = {
        metadata: { annotations: { note: 'a' }, labels: { team: 'a' } },
        spec: { unschedulable: true },
        status: { conditions: [condition('A', 'True')] },
      }
      const node = good(await subject.request<Node>(patchCall(`${path}/status`, 'strategic', body)))
      expect(node.metadata).toMatchObject({ annotations: { note: 'a' }, labels: { team: 'a' } })
      expect(node.spec.unschedulable).toBeUndefined()
      expect(conditionOf(node, 'A')).toMatchObject(condition('A', 'True'))
    },
  },
  {
    name: 'a patch of a Node leaves its status',
    async run(subject) {
      const { path } = await ownNode(subject)
      const body = { status: { conditions: [condition('A', 'True')] } }
      expect(typesOf(good(await subject.request<Node>(patchCall(path, 'strategic', body))))).not.toContain('A')
    },
  },
  {
    name: 'of a condition, an API server checks neither the status nor the reason nor how long the message is',
    async run(subject) {
      const { path } = await ownNode(subject)
      const odd = { type: 'A', status: 'Perhaps', reason: 'with blanks', message: 'm'.repeat(40_000) }
      const empty = { type: 'B', status: 'True', reason: '', message: '' }
      const node = good(await patchStatus(subject, path, { conditions: [odd, empty] }))
      expect(conditionOf(node, 'A')).toMatchObject(odd)
      expect(conditionOf(node, 'B')?.reason ?? '').toBe('')
    },
  },
  {
    name: 'the status of a Node that does not exist is 404',
    async run(subject) {
      const name = subject.name()
      expectRefusal(await patchStatus(subject, `${pathOf('nodes')}/${name}`, {}), absent('nodes', name))
    },
  },
  {
    name: 'a watch of one Node shows each change of it, and of no other',
    async run(subject) {
      const [own, other] = [await ownNode(subject), await ownNode(subject)]
      const watching = await subject.watch(pathOf('nodes'), {
        fieldSelector: `metadata.name=${own.name}`,
        resourceVersion: own.node.metadata.resourceVersion,
      })
      subject.afterwards(async () => watching.stop())
      for (const { path } of [other, own])
        good(await patchStatus(subject, path, { conditions: [condition('A', 'True')] }))
      await subject.eventually(async () => {
        const last = watching.events.at(-1)
        expect(last).toMatchObject({ type: 'MODIFIED', object: { metadata: { name: own.name } } })
        expect(typesOf(last!.object as unknown as Node)).toContain('A')
      })
      expect(new Set(watching.events.map(({ object }) => object.metadata.name))).toEqual(new Set([own.name]))
    },
  },
  {
    name: 'rbac: who may patch the status of one Node may patch neither that Node nor the status of another, nor read it',
    async run(subject) {
      const [own, other] = [await ownNode(subject), await ownNode(subject)]
      const user = await userWithClusterRole(subject, [
        core('nodes/status', ['patch'], [own.name]),
        core('nodes', ['get', 'list', 'watch'], [own.name]),
      ])
      const attributes = { verb: 'patch', resource: 'nodes', subresource: 'status', name: own.name }
      await eventuallyAllowed(subject, user, attributes)
      const statusOf = async (call: object) => (await subject.request({ ...call, user } as never)).status
      const body = { metadata: { annotations: { note: 'a' } } }
      expect(await statusOf(patchCall(`${own.path}/status`, 'strategic', body))).toBe(200)
      expect(await statusOf(patchCall(own.path, 'strategic', body))).toBe(403)
      expect(await statusOf(patchCall(`${other.path}/status`, 'strategic', body))).toBe(403)
      expect(await statusOf({ method: 'GET', path: `${own.path}/status` })).toBe(403)
      expect(await statusOf({ method: 'GET', path: own.path })).toBe(200)
      expect(await statusOf({ method: 'GET', path: other.path })).toBe(403)
      const listOf = (name: string) => ({
        method: 'GET',
        path: pathOf('nodes'),
        query: { fieldSelector: `metadata.name=${name}` },
      })
      expect(await statusOf(listOf(own.name))).toBe(200)
      expect(await statusOf(listOf(other.name))).toBe(403)
      expect(await statusOf({ method: 'GET', path: pathOf('nodes') })).toBe(403)
    },
  },
]
