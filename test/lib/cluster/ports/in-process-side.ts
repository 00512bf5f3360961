import { sideOf } from '../../../contract/sandbox-subject.ts'
import { InProcess } from '../../../support/in-process.ts'
import { configzWith } from '../../../support/kubelet-configz.ts'
import type { PortSide } from '../../connect/port-side.ts'

/** The shipped client over a simulated cluster, in virtual time. */
export async function startInProcessSide(seed: number): Promise<PortSide> {
  const configz = await configzWith()
  const world = new InProcess({ nodes: 2, nodeCpu: '2', nodeMemory: '24581696Ki', seed, configz: () => configz })
  return {
    ...sideOf(world.sandbox),
    connect: async ({ namespace, user } = {}) =>
      world.connect({
        namespace,
        user: user === undefined ? undefined : { name: user, groups: ['system:authenticated'] },
      }),
    close: async () => world[Symbol.dispose](),
  }
}
