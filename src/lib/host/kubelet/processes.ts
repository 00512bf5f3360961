import { readdir, readFile } from 'node:fs/promises'
import { isKubelet, type ProcessSeen, unitOf } from '../../kubelet-layout/processes.ts'

/** Of this machine, or of the host that a container shares its process IDs with. */
const proc = '/proc'

/** The arguments of a process, with its program; undefined when it has ended. */
export async function argumentsOf(pid: number): Promise<readonly string[] | undefined> {
  const text = await readFile(`${proc}/${pid}/cmdline`, 'utf8').catch(() => '')
  return text === '' ? undefined : text.replace(/\0$/, '').split('\0')
}

/** Processes with arguments: threads of the kernel have none. */
export async function processes(): Promise<readonly ProcessSeen[]> {
  const pids = (await readdir(proc)).filter((name) => /^\d+$/.test(name)).map(Number)
  const seen = await Promise.all(pids.map(processOf))
  return seen.filter((one) => one !== undefined)
}

async function processOf(pid: number): Promise<ProcessSeen | undefined> {
  const argv = await argumentsOf(pid)
  const cgroup = await readFile(`${proc}/${pid}/cgroup`, 'utf8').catch(() => '')
  return argv === undefined ? undefined : { pid, argv, cgroup }
}

/**
 * The kubelet of a unit: its main process, or one that a wrapper has started; the main process when none is a kubelet, and
 * undefined when none runs.
 */
export async function kubeletOf(unit: string, mainPid: number): Promise<Pick<ProcessSeen, 'pid' | 'argv'> | undefined> {
  const argv = mainPid === 0 ? undefined : await argumentsOf(mainPid)
  if (argv === undefined) return undefined
  if (isKubelet(argv)) return { pid: mainPid, argv }
  const started = (await processes()).find((one) => isKubelet(one.argv) && unitOf(one.cgroup) === unit)
  return started ?? { pid: mainPid, argv }
}

/** The name of the first process: systemd, or another init. */
export const initName = async (): Promise<string> => (await readFile(`${proc}/1/comm`, 'utf8').catch(() => '')).trim()

/** Of all Linux systems, whatever the kernel's own frequency is. */
const ticksPerSecond = 100
/** starttime, among the fields after the name of the program, which may have spaces. */
const startField = 22 - 3

/** Milliseconds since the boot when a process started, suspend included, to 10 ms; undefined when it has ended. */
export async function startedAtMs(pid: number): Promise<number | undefined> {
  const text = await readFile(`${proc}/${pid}/stat`, 'utf8').catch(() => '')
  const ticks = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[startField])
  return Number.isInteger(ticks) ? (ticks * 1000) / ticksPerSecond : undefined
}

/** Milliseconds that the machine was suspended since its boot: the monotonic clock of systemd does not count them. */
export async function suspendedMs(): Promise<number> {
  const uptime = Number((await readFile(`${proc}/uptime`, 'utf8')).split(' ', 1)[0]) * 1000
  return Math.max(0, uptime - Number(process.hrtime.bigint()) / 1e6)
}
