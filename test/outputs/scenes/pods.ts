import { good, pathOf, read, removeNow } from '../../contract/requests.ts'
import type { Stage } from '../stage.ts'

/** The one that the real cluster has. */
export const image = 'localhost/pause:1'

const pods = pathOf('pods')

interface PodOptions {
  readonly name: string
  readonly node: string
  /** What it asks for. */
  readonly cpu: string
  readonly memory: string
}

/** Returns when it runs. */
export async function runPod(stage: Stage, { name, node, cpu, memory }: PodOptions): Promise<void> {
  const container = { name: 'pause', image, resources: { requests: { cpu, memory } } }
  const spec = { nodeName: node, terminationGracePeriodSeconds: 0, containers: [container] }
  good(await stage.request({ method: 'POST', path: pods, body: { metadata: { name }, spec } }))
  await stage.eventually(async () => {
    const { status } = await read<{ status: { phase?: string } }>(stage, `${pods}/${name}`)
    if (status.phase !== 'Running') throw new Error(`pod ${name} is ${status.phase}`)
  })
}

/** Returns when it is gone. */
export async function removePod(stage: Stage, name: string): Promise<void> {
  await removeNow(stage, `${pods}/${name}`)
  await stage.eventually(async () => {
    const { status } = await stage.request({ method: 'GET', path: `${pods}/${name}` })
    if (status !== 404) throw new Error(`pod ${name} is still there`)
  })
}
