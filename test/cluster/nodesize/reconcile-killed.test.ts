import { afterEach, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { readNode } from '../read.ts'
import type { Replica } from '../replica.ts'
import { until } from '../until.ts'
import { cpuShare } from './allocatable.ts'
import { replaceBalloon } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { keepRights, startReplica, untilLeads } from './replicas.ts'
import { startResizeProxy } from './resize-proxy.ts'
import { sizeOf } from './sizes.ts'

keepInstalled()
const { kubeconfig } = keepRights()
let successor: Replica | undefined

afterEach(async () => {
  await successor?.end('SIGTERM')
})

const isCordoned = async (): Promise<boolean> =>
  (await readNode<{ spec: { unschedulable?: boolean } }>('node-a')).spec.unschedulable === true

test.each(['before', 'after'] as const)(
  'a leader that is killed with -9 %s the resize that it sends is replaced, and leaves neither claim nor cordon',
  async (when) => {
    let leader: Replica | undefined
    let wasCordoned = false
    const proxy = await startResizeProxy({
      onResize: async (pass) => {
        wasCordoned = await isCordoned()
        if (when === 'after') await pass()
        await leader?.end('SIGKILL')
        return undefined
      },
    })
    await nodesize(['set', 'node-a', '--cpu', '50%'])
    await replaceBalloon('node-a')
    leader = await startReplica(proxy.kubeconfig)
    successor = await startReplica(kubeconfig())
    await untilLeads(successor)
    await proxy.close()
    expect({ wasCordoned, resizes: proxy.count() }).toEqual({ wasCordoned: true, resizes: 1 })
    const wanted = await cpuShare('node-a', 50n)
    await until(async () => {
      const { state, size } = await sizeOf('node-a')
      return state === 'Ready' && size.cpu === wanted && !(await isCordoned())
    }, 'node-a has not the size of its desired size, or is cordoned')
    expect(successor.log().filter(({ reason }) => reason === 'NodeNotRestored')).toEqual([])
  },
  180_000,
)
