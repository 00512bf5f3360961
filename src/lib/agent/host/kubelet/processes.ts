import { readFile } from 'node:fs/promises'
import { isKubelet, type ProcessSeen, unitOf } from '../../../kubelet/layout/processes.ts'
import type { Limits } from '../../../ports/limits.ts'
import type { NodeAccess } from './node-access.ts'

const wordsOf = (text: string): readonly string[] => text.replace(/\0$/, '').split('\0')

/** The arguments of a process, with its program; undefined when it has ended. */
async function argumentsOf(node: NodeAccess, pid: number, limits: Limits): Promise<readonly string[] | undefined> {
  const text = (await node.read(`/proc/${pid}/cmdline`, limits)) ?? ''
  return text === '' ? undefined : wordsOf(text)
}

/** For each process: its ID, its cgroups and its arguments, which are separated by the character 1. */
const listing = `cd /proc; for pid in [0-9]*; do
  printf '%s\\0' "$pid"; cat "$pid/cgroup" 2>/dev/null; printf '\\0'; tr '\\0' '\\1' <"$pid/cmdline" 2>/dev/null; printf '\\0'
done`

/** The processes of the node that have arguments: threads of the kernel have none. */
export async function processes(node: NodeAccess, limits: Limits): Promise<readonly ProcessSeen[]> {
  const { stdout } = await node.run(['sh', '-c', listing], limits)
  const parts = stdout.split('\0')
  const seen: ProcessSeen[] = []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [pid = '', cgroup = '', text = ''] = parts.slice(at)
    if (text !== '') seen.push({ pid: Number(pid), cgroup, argv: wordsOf(text.replaceAll('\u0001', '\0')) })
  }
  return seen
}

/**
 * The kubelet of a unit: its main process, or one that a wrapper has started; the main process when none is a kubelet, and
 * undefined when none runs.
 */
export async function kubeletOf(
  node: NodeAccess,
  { unit, mainPid }: { readonly unit: string; readonly mainPid: number },
  limits: Limits,
): Promise<Pick<ProcessSeen, 'pid' | 'argv'> | undefined> {
  const argv = mainPid === 0 ? undefined : await argumentsOf(node, mainPid, limits)
  if (argv === undefined) return undefined
  if (isKubelet(argv)) return { pid: mainPid, argv }
  const started = (await processes(node, limits)).find((one) => isKubelet(one.argv) && unitOf(one.cgroup) === unit)
  return started ?? { pid: mainPid, argv }
}

/** The name of the first process: systemd, or another init. */
export const initName = async (node: NodeAccess, limits: Limits): Promise<string> =>
  ((await node.read('/proc/1/comm', limits)) ?? '').trim()

/** Of all Linux systems, whatever the kernel's own frequency is. */
const ticksPerSecond = 100
/** starttime, among the fields after the name of the program, which may have spaces. */
const startField = 22 - 3

/** Milliseconds since the boot when a process started, suspend included, to 10 ms; undefined when it has ended. */
export async function startedAtMs(node: NodeAccess, pid: number, limits: Limits): Promise<number | undefined> {
  const text = (await node.read(`/proc/${pid}/stat`, limits)) ?? ''
  const ticks = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[startField])
  return Number.isInteger(ticks) ? (ticks * 1000) / ticksPerSecond : undefined
}

/** Milliseconds that the machine was suspended since its boot: the monotonic clock of systemd does not count them. */
export async function suspendedMs(): Promise<number> {
  const uptime = Number((await readFile('/proc/uptime', 'utf8')).split(' ', 1)[0]) * 1000
  return Math.max(0, uptime - Number(process.hrtime.bigint()) / 1e6)
}
