import { balloon, defaultNamespace } from '../../../src/lib/names.ts'
import { type Amounts, amountsOf, larger, subtract, sum } from '../../../src/lib/pods/amounts.ts'
import { runProcess } from '../../support/run-process.ts'
import { until } from '../until.ts'

const labelled = `--selector=${balloon.podLabel.key}=${balloon.podLabel.value}`
const fields = [
  '.spec.nodeName',
  '.spec.containers[0].resources.requests.cpu',
  '.spec.containers[0].resources.requests.memory',
  '.status.containerStatuses[0].allocatedResources.cpu',
  '.status.containerStatuses[0].allocatedResources.memory',
]
const template = `${fields.map((field) => `{${field}}`).join('{","}')}{"\\n"}`

/** What the nodes of a host have together, each time that it changes, as the scheduler counts it. */
export interface Sums {
  readonly all: readonly Amounts[]
  /** Ends the watch. */
  readonly stop: () => Promise<void>
}

/** Watches all balloons: no change of them is missed, however short it is. `allocatable` is that of each node. */
export async function watchSums(nodes: readonly string[], allocatable: Amounts): Promise<Sums> {
  const held = new Map<string, Amounts>()
  const all: Amounts[] = []
  let [read, watcher] = [0, 0]
  const look = (text: string): void => {
    const end = text.lastIndexOf('\n') + 1
    for (const line of text.slice(read, end).split('\n').filter(Boolean)) {
      const [node = '', cpu = '', memory = '', grantedCpu = cpu, grantedMemory = memory] = line.split(',')
      const granted = amountsOf({ cpu: grantedCpu || cpu, memory: grantedMemory || memory })
      if (nodes.includes(node)) held.set(node, larger(amountsOf({ cpu, memory }), granted))
      if (held.size === nodes.length) all.push(sum([...held.values()].map((one) => subtract(allocatable, one))))
    }
    read = end
  }
  const args = ['get', 'pods', `--namespace=${defaultNamespace}`, labelled, '--watch', `--output=jsonpath=${template}`]
  const ran = runProcess('kubectl', args, {
    env: process.env,
    onStart: (pid) => {
      watcher = pid
    },
    onOutput: ({ stdout }) => look(stdout),
  })
  const stop = async (): Promise<void> => {
    process.kill(watcher, 'SIGINT')
    await ran
  }
  await until(async () => all.length > 0, 'the balloons are not watched').catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { all, stop }
}
