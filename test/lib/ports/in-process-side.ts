import { sideOf } from '../../contract/sandbox-subject.ts'
import { InProcess } from '../../support/in-process.ts'
import type { PortSide } from './port-side.ts'

/** The shipped client over a simulated cluster, in virtual time. */
export async function startInProcessSide(seed: number): Promise<PortSide> {
  const world = new InProcess({ nodes: 2, nodeCpu: '2', nodeMemory: '24581696Ki', seed })
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
