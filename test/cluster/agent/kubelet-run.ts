import { setTimeout as sleep } from 'node:timers/promises'
import { onNode, writeOnNode } from '../node.ts'
import { until } from '../until.ts'

export const configPath = '/var/lib/kubelet/config.yaml'

/** What systemd says of the kubelet. */
export interface KubeletUnit {
  readonly pid: number
  readonly running: boolean
  /** Of the last process that ended. */
  readonly exit: number
  /** Automatic restarts since the last manual one. */
  readonly restarts: number
  /** Changes with each start. */
  readonly invocation: string
}

export async function kubeletUnit(node: string): Promise<KubeletUnit> {
  const names = ['MainPID', 'SubState', 'ExecMainStatus', 'NRestarts', 'InvocationID']
  const shown = await onNode(node, ['systemctl', 'show', 'kubelet', `--property=${names.join()}`])
  const value = new Map(
    shown
      .trim()
      .split('\n')
      .map((line) => line.split('=', 2) as [string, string]),
  )
  return {
    pid: Number(value.get('MainPID')),
    running: value.get('SubState') === 'running',
    exit: Number(value.get('ExecMainStatus')),
    restarts: Number(value.get('NRestarts')),
    invocation: value.get('InvocationID') ?? '',
  }
}

export interface KubeletRun {
  /** undefined: it runs. */
  readonly exit: number | undefined
  readonly log: string
}

/** Comes after all that can end a kubelet; its healthz says ok before that. */
const lastStep = 'Eviction manager: starting control loop'
const settledMs = 500

/** Restarts the kubelet with a configuration, and waits for what becomes of this start. It is the administrator's own way. */
export async function runWith(node: string, text: string): Promise<KubeletRun> {
  await writeOnNode(node, configPath, text)
  const before = await journalCursor(node)
  await onNode(node, ['sh', '-c', 'systemctl reset-failed kubelet; systemctl restart kubelet'])
  const { invocation } = await kubeletUnit(node)
  let run: KubeletRun | undefined
  await until(async () => {
    const log = await logSince(node, before)
    if (log.includes(lastStep)) await sleep(settledMs)
    const unit = await kubeletUnit(node)
    const runs = unit.running && unit.invocation === invocation
    if (runs && !log.includes(lastStep)) return false
    // A later start is under way already, and systemd says nothing of the one before it.
    const exit = unit.invocation === invocation ? unit.exit : await exitOf(node, invocation)
    run = { exit: runs ? undefined : exit, log: runs ? log : await logSince(node, before) }
    return true
  }, `the kubelet of ${node} neither runs nor ends`)
  return run!
}

/** systemd's own message for a process that has ended (systemd.journal-fields(7), sd-messages.h). */
const ended = 'MESSAGE_ID=98e322203f7a4ed290d09fe03c09fe15'

async function exitOf(node: string, invocation: string): Promise<number> {
  const fields = ['--output=cat', '--output-fields=EXIT_STATUS', `INVOCATION_ID=${invocation}`, ended]
  return Number(await onNode(node, ['sh', '-ec', 'journalctl --sync; journalctl "$@"', '-', ...fields]))
}

async function journalCursor(node: string): Promise<string> {
  const shown = await onNode(node, ['journalctl', '--quiet', '--lines=1', '--show-cursor', '--output=cat'])
  return shown.split('-- cursor: ').at(-1)!.trim()
}

/** Of all units: journald may be too late to learn the unit of a process that ends at once, and a filter may hide the first line. */
async function logSince(node: string, cursor: string): Promise<string> {
  const read = 'journalctl --sync; journalctl --output=cat --after-cursor="$0"'
  return onNode(node, ['sh', '-ec', read, cursor])
}

/** What /healthz answers; empty when nothing answers. */
export async function healthz(node: string, address = '127.0.0.1', port = 10248): Promise<string> {
  return curl(node, `http://${address}:${port}/healthz`)
}

export async function curl(node: string, url: string): Promise<string> {
  const quietly = ['curl', '--silent', '--insecure', '--max-time', '2']
  return onNode(node, [...quietly, url]).catch(() => '')
}
