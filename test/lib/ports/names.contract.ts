import { expect } from '@jest/globals'
import { ownNamespace } from '../../contract/requests.ts'
import { limits, type PortCase } from './port-side.ts'

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
]
