import { setTimeout as sleep } from 'node:timers/promises'
import {
  agentUnit,
  installAgents,
  removeManifests,
  store,
  untilPhase,
  untilStored,
} from '../test/cluster/agent/installed-agent.ts'
import { configPath } from '../test/cluster/agent/kubelet-run.ts'
import { withFields } from '../test/cluster/configuration.ts'
import { onNode } from '../test/cluster/node.ts'
import { makeNode, removeNodes } from '../test/cluster/own-node.ts'
import { type AgentCalls, countAgentCalls } from '../test/lib/agent/run/agent-calls.ts'
import { memoryIn, type Resident } from './memory.ts'
import { median } from './middle.ts'

export interface AgentFigures {
  /** Of an agent that runs a document and waits. */
  readonly memory: Resident
  /** The same agent and all that it started, milliseconds of processor time per minute. */
  readonly processorMs: number
  /** From the end of the push until the kubelet is healthy, with the two seconds in which a document must not change. */
  readonly pushMs: number
  /** `systemctl restart kubelet` until it is healthy. */
  readonly restartMs: number
  readonly calls: AgentCalls
}

/** No jitter, as the goal has it; trials that end soon, so that one push can follow another. */
const flags = ['--trial=5s', '--jitter=0']
const programOnNode = '/usr/local/bin/kubeletcfg'
/** The agent allows twelve restarts in an hour, and keeps some of them for going back. */
const rounds = 5

interface Node {
  readonly name: string
  /** The file that its kubelet has without us. */
  readonly own: string
}

/** Installs the agent on a node of its own, and gives it a document. `measure` takes the figures, and removes both. */
export async function startAgent(): Promise<{ measure(idleMs: number): Promise<AgentFigures> }> {
  const { name } = await makeNode({ layout: 'kubeadm' })
  const node = { name, own: await onNode(name, ['cat', configPath]) }
  await installAgents([name], flags)
  await startAsAfterBoot(name)
  await untilStored(name, await store(name, documentOf(node, 0)), 'Good')
  const started = performance.now()
  const before = await processorMs(name)
  return {
    async measure(idleMs) {
      try {
        await sleep(Math.max(0, started + idleMs - performance.now()))
        const minutes = (performance.now() - started) / 60_000
        const used = (await processorMs(name)) - before
        const memory = memoryIn(await onNode(name, ['cat', `/proc/${await mainPid(name, agentUnit)}/smaps_rollup`]))
        const { pushMs, restartMs } = await restarts(node)
        return {
          memory,
          processorMs: used / minutes,
          ...{ pushMs, restartMs, calls: await countAgentCalls() },
        }
      } finally {
        await removeNodes()
        await removeManifests()
      }
    },
  }
}

/**
 * Files that were just written are in the page cache in large pieces, and a process that touches one byte of a piece has
 * all of it in its RSS: 16 MiB more, until the next boot.
 */
async function startAsAfterBoot(node: string): Promise<void> {
  const forget = `sync; dd if=${programOnNode} iflag=nocache count=0 status=none`
  await onNode(node, ['sh', '-ec', `systemctl stop ${agentUnit}; ${forget}; systemctl start ${agentUnit}`])
  await untilPhase(node, 'Idle')
}

/** Differs in each round. */
const documentOf = ({ own }: Node, round: number): string => withFields(own, `containerLogMaxFiles: ${50 + round}`)

/** In turns, because other load changes with time. */
async function restarts(node: Node): Promise<{ pushMs: number; restartMs: number }> {
  const times = { push: [] as number[], restart: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    times.restart.push(await untilHealthyAfter(node, () => restart(node)))
    let version = ''
    const stored = async () => {
      version = await store(node.name, documentOf(node, round))
      // When it was done: how long kubectl takes is not ours.
      return Date.now()
    }
    times.push.push(await untilHealthyAfter(node, stored))
    await untilStored(node.name, version, 'Good')
  }
  return { pushMs: median(times.push), restartMs: median(times.restart) }
}

/** When it began, milliseconds since the epoch. */
async function restart({ name }: Node): Promise<number> {
  const begun = Date.now()
  await onNode(name, ['systemctl', 'restart', 'kubelet'])
  return begun
}

/** From what the act returns until a new kubelet answers that it is healthy. */
async function untilHealthyAfter({ name }: Node, act: () => Promise<number>): Promise<number> {
  const healthy = untilHealthy(name, await mainPid(name, 'kubelet'))
  // The script must watch before anything happens.
  await sleep(500)
  const begun = await act()
  return (await healthy) - begun
}

/** When a kubelet with another PID answers that it is healthy, milliseconds since the epoch. */
async function untilHealthy(node: string, before: number): Promise<number> {
  const pid = 'pid=$(systemctl show --property=MainPID --value kubelet)'
  const isNew = `[ "$pid" != 0 ] && [ "$pid" != ${before} ]`
  const isHealthy = 'curl --silent --fail --max-time 1 --output /dev/null http://127.0.0.1:10248/healthz'
  const script = `until ${pid}; ${isNew} && ${isHealthy}; do sleep 0.05; done; date +%s%3N`
  return Number(await onNode(node, ['timeout', '90', 'sh', '-c', script]))
}

const mainPid = async (node: string, unit: string): Promise<number> =>
  Number(await onNode(node, ['systemctl', 'show', '--property=MainPID', '--value', unit]))

/** Of the agent, and of the programs that it has run. */
async function processorMs(node: string): Promise<number> {
  const stat = await onNode(node, ['cat', `/proc/${await mainPid(node, agentUnit)}/stat`])
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system, usersOfPrograms, systemOfPrograms] = fields.slice(11, 15).map(Number)
  return (user! + system! + usersOfPrograms! + systemOfPrograms!) * 10
}
