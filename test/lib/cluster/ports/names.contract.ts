import { expect } from '@jest/globals'
import { make, ownNamespace, pathOf } from '../../../contract/requests.ts'
import { limits, type PortCase } from '../../connect/port-side.ts'

export const nameCases: readonly PortCase[] = [
  {
    name: 'names: of the nodes, in order',
    async run(subject) {
      const names = await (await subject.connect()).names.list('nodes', limits)
      expect(names).toEqual(expect.arrayContaining(['node-a', 'node-b']))
      expect(names).toEqual(names.toSorted())
    },
  },
  {
    name: 'names: of the namespaces, a new one a moment later',
    async run(subject) {
      const { names } = await subject.connect()
      const own = await ownNamespace(subject)
      let listed: readonly string[] = []
      while (!listed.includes(own)) listed = await names.list('namespaces', limits)
      expect(listed).toContain('kube-system')
    },
  },
  {
    name: 'names: of the ConfigMaps in the namespace of the documents, a new one a moment later',
    async run(subject) {
      const namespace = await ownNamespace(subject)
      const { names } = await subject.connect({ namespace })
      const name = subject.name()
      await make(subject, pathOf('configmaps', namespace), { metadata: { name } })
      let listed: readonly string[] = []
      while (!listed.includes(name)) listed = await names.list('configmaps', limits)
      const others = await (await subject.connect()).names.list('configmaps', limits)
      expect(others).not.toContain(name)
    },
  },
]
