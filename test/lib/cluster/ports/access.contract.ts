import { expect } from '@jest/globals'
import { limits, type PortCase } from '../../connect/port-side.ts'

const configMaps = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'kube-system' }
const daemonSets = { apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'kube-system' }
const classes = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass' }

export const accessCases: readonly PortCase[] = [
  {
    name: 'access: we are who the server says',
    async run(subject) {
      const user = subject.name()
      expect(await (await subject.connect({ user })).access.whoAmI(limits)).toBe(user)
    },
  },
  {
    name: 'access: the administrator may do everything, and somebody without rights nothing',
    async run(subject) {
      for (const [user, allowed] of [
        [undefined, true],
        [subject.name(), false],
      ] as const) {
        const { access } = await subject.connect(user === undefined ? {} : { user })
        for (const kind of [configMaps, daemonSets, classes])
          expect(await access.may('patch', kind, limits)).toBe(allowed)
      }
    },
  },
  {
    name: 'access: a right may be for a subresource of one object',
    async run(subject) {
      const { access } = await subject.connect()
      const proxy = { apiVersion: 'v1', kind: 'Node', subresource: 'proxy', named: 'node-a' }
      expect(await access.may('get', proxy, limits)).toBe(true)
      const other = await subject.connect({ user: subject.name() })
      expect(await other.access.may('get', proxy, limits)).toBe(false)
    },
  },
  {
    name: 'access: the version is that of the server',
    async run(subject) {
      expect(await (await subject.connect()).access.serverVersion(limits)).toMatch(/^v1\.\d+\.\d+/)
    },
  },
  {
    name: 'access: what the server serves, subresources included, and what not',
    async run(subject) {
      const { access } = await subject.connect()
      const asked = ['pods', 'pods/resize', 'nodes/status', 'pods/shrink', 'daemonsets']
      const served = await Promise.all(asked.map((resource) => access.serves(resource, limits)))
      expect(served).toEqual([true, true, true, false, false])
    },
  },
  {
    name: 'access: the API groups of the server, as discovery has them',
    async run(subject) {
      const groups = await (await subject.connect()).access.groups(limits)
      expect(groups).toEqual(expect.arrayContaining(['apps', 'rbac.authorization.k8s.io', 'scheduling.k8s.io']))
      expect(groups).not.toContain('karpenter.sh')
    },
  },
  {
    name: 'access: feature gates are in the metrics, for who may read them',
    async run(subject) {
      const gates = await (await subject.connect()).access.featureGates(limits)
      expect(gates.get('InPlacePodVerticalScaling')).toBe(true)
      const other = await subject.connect({ user: subject.name() })
      await expect(other.access.featureGates(limits)).rejects.toMatchObject({ code: 'refused' })
    },
  },
]
