import { unitSubject } from '../../../kubelet/layout/layout-messages.ts'
import { isKubelet } from '../../../kubelet/layout/processes.ts'
import {
  numberOf,
  type Properties,
  programOf,
  propertyOf,
  secondsOf,
  startOf,
} from '../../../kubelet/layout/unit-properties.ts'
import { Failure } from '../../../message/failure.ts'
import type { Limits } from '../../../ports/limits.ts'
import { MachineShutsDown } from '../../model/agent-messages.ts'
import type { ServiceState } from '../../model/evidence.ts'
import type { KubeletService } from '../../ports/kubelet-service.ts'
import type { NodeAccess } from './node-access.ts'
import { kubeletOf, startedAtMs, suspendedMs } from './processes.ts'
import { KubeletNotStarted, KubeletNotStopped, type ServiceFact, SystemdRefused } from './service-messages.ts'
import { isShuttingDown } from './shutdown.ts'
import { type Systemctl, systemctlOver } from './systemctl.ts'
import { isChangedOnDisk } from './unit-changes.ts'
import { knownVersions } from './version.ts'

/** systemd kills a process 90 s after it was asked to end, and starts the next one then. */
const usualTimeoutMs = 120_000
/** A stopped kubelet is started whatever happens, and that is not interrupted. */
const startTimeoutMs = 30_000

/** The kubelet as a unit of the node's systemd. */
export function kubeletServiceOver(node: NodeAccess, unit: string): KubeletService {
  const systemctl = systemctlOver(node)
  const show = (limits: Limits) => systemctl.show(unit, limits)
  const versionOf = knownVersions(node)
  return {
    state: async (limits) => stateIn(node, await show(limits), limits),
    async version(limits) {
      const now = await show(limits)
      return versionOf({ program: await programIn(node, now, limits), startedAt: startOf(now) }, limits)
    },
    async commandLine(limits) {
      const mainPid = numberOf(await show(limits), 'MainPID')
      const kubelet = await kubeletOf(node, { unit, mainPid }, limits)
      return kubelet?.argv
    },
    async restart(whileStopped, { signal, timeoutMs = usualTimeoutMs }) {
      const limits = { signal, timeoutMs }
      if (await isShuttingDown(node, limits)) throw new Failure('refused', MachineShutsDown())
      const before = await show(limits)
      if (await isChangedOnDisk(node, before, limits)) await systemctl.order('daemon-reload', undefined, limits)
      await clearStartLimit({ systemctl, unit }, limits)
      if (whileStopped === undefined) await settled(systemctl.order('restart', unit, limits))
      else await stopped({ node, systemctl, unit, stopSeconds: stopSeconds(before, timeoutMs) }, whileStopped, limits)
      return startedSince(before, { node, systemctl, unit })
    },
  }
}

async function stateIn(node: NodeAccess, properties: Properties, limits: Limits): Promise<ServiceState> {
  const pid = numberOf(properties, 'MainPID')
  const running = pid === 0 ? undefined : await startedAtMs(node, pid, limits)
  const start = startOf(properties)
  // The process of the last start has ended, so its own start is not known any more.
  const before = start === undefined ? undefined : Math.floor(start / 1000 + (await suspendedMs()))
  return serviceState(properties, running ?? before)
}

/**
 * A refusal or a late answer is not the end: what counts is whether a process was started since. A unit of Type=notify
 * refuses when the kubelet ends at once, and hangs while it is not healthy.
 */
const settled = (order: Promise<void>): Promise<void> =>
  order.catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code === 'interrupted') throw error
  })

interface Kubelet {
  readonly node: NodeAccess
  readonly systemctl: Systemctl
  readonly unit: string
}

/**
 * Otherwise systemd refuses the sixth restart in ten seconds, and leaves a healthy kubelet stopped. systemd refuses for a
 * unit that it has unloaded, as it does with one that was stopped; there is nothing to clear then.
 */
const clearStartLimit = ({ systemctl, unit }: Omit<Kubelet, 'node'>, limits: Limits): Promise<void> =>
  systemctl.order('reset-failed', unit, limits).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'refused') throw error
  })

/** Stops the kubelet, and starts it again whatever happens in between: this program may even be killed. */
async function stopped(
  { node, systemctl, unit, stopSeconds }: Kubelet & { readonly stopSeconds: number },
  work: () => Promise<void>,
  limits: Limits,
): Promise<void> {
  await using _guard = await startLater(node, { unit, stopSeconds }, limits)
  try {
    await systemctl.order('stop', unit, limits)
    const now = await systemctl.show(unit, limits)
    if (numberOf(now, 'MainPID') !== 0) throw notStopped(unit, now)
    await work()
  } finally {
    await settled(systemctl.order('start', unit, unstoppable()))
  }
}

/** It is not waited for longer than that. */
const stopSeconds = (properties: Properties, timeoutMs: number): number =>
  Math.min(secondsOf(properties, 'TimeoutStopUSec') ?? Number.POSITIVE_INFINITY, timeoutMs / 1000)

const unstoppable = (): Limits => ({ signal: new AbortController().signal, timeoutMs: startTimeoutMs })

/** The state after a process was started. One more order is given when systemd left the kubelet stopped (start limit). */
async function startedSince(before: Properties, { node, systemctl, unit }: Kubelet): Promise<ServiceState> {
  const limits = unstoppable()
  const isStarted = (now: Properties): boolean => (startOf(now) ?? 0) > (startOf(before) ?? 0)
  const now = await systemctl.show(unit, limits)
  if (isStarted(now)) return stateIn(node, now, limits)
  await clearStartLimit({ systemctl, unit }, limits)
  await settled(systemctl.order('start', unit, limits))
  const last = await systemctl.show(unit, limits)
  if (isStarted(last)) return stateIn(node, last, limits)
  const fact: ServiceFact = KubeletNotStarted({ subject: unitSubject(unit), state: stateText(last) })
  throw new Failure('timeout', fact)
}

const notStopped = (unit: string, now: Properties): Failure<ServiceFact> =>
  new Failure('timeout', KubeletNotStopped({ subject: unitSubject(unit), state: stateText(now) }))

const stateText = (properties: Properties): string =>
  `${propertyOf(properties, 'ActiveState')}/${propertyOf(properties, 'SubState')}`

/** The program that the next start runs; a unit may start a shell or another wrapper, and the process tells then. */
async function programIn(node: NodeAccess, properties: Properties, limits: Limits): Promise<string> {
  const program = programOf(properties)
  if (program !== undefined && isKubelet([program])) return program
  const where = { unit: propertyOf(properties, 'Id'), mainPid: numberOf(properties, 'MainPID') }
  const running = await kubeletOf(node, where, limits)
  return (running !== undefined && isKubelet(running.argv) ? running.argv[0] : program) ?? 'kubelet'
}

/** How SIGCHLD names the ends of a process (waitid(2)): CLD_EXITED, CLD_KILLED, CLD_DUMPED. */
const ends = { '1': 'exited', '2': 'killed', '3': 'dumped' } as const

const isEnd = (code: string): code is keyof typeof ends => Object.hasOwn(ends, code)

/** `startedAtMs`: milliseconds since the boot. */
function serviceState(properties: Properties, startedAtMs: number | undefined): ServiceState {
  const code = propertyOf(properties, 'ExecMainCode')
  return {
    unit: propertyOf(properties, 'Id'),
    activeState: propertyOf(properties, 'ActiveState'),
    subState: propertyOf(properties, 'SubState'),
    mainPid: numberOf(properties, 'MainPID'),
    startedAtMs,
    restarts: numberOf(properties, 'NRestarts'),
    lastExit: isEnd(code) ? { kind: ends[code], status: numberOf(properties, 'ExecMainStatus') } : undefined,
  }
}

/** Longer than what is done with a stopped kubelet. */
const marginSeconds = 30
const timer = 'kubeletcfg-start-kubelet'

interface Stopping {
  readonly unit: string
  /** How long it may take to stop: a start before that would cancel the stop. */
  readonly stopSeconds: number
}

/**
 * Asks systemd to start a unit later, even if this program is killed meanwhile: in a container, nothing else would start
 * it, or this program, again. Disposing of the result takes the order back.
 */
async function startLater(node: NodeAccess, { unit, stopSeconds }: Stopping, limits: Limits): Promise<AsyncDisposable> {
  const cancel = async (): Promise<void> => {
    const { signal } = new AbortController()
    await node.run(['systemctl', 'stop', '--', `${timer}.timer`], { signal }).catch(() => undefined)
  }
  // One that is left from a program that was killed would keep its name.
  await cancel()
  const { exit, stderr } = await node.run(
    [
      'systemd-run',
      `--unit=${timer}`,
      '--description=Start the kubelet, which kubeletcfg has stopped',
      `--on-active=${Math.ceil(stopSeconds) + marginSeconds}`,
      '--timer-property=AccuracySec=1s',
      '--timer-property=DefaultDependencies=no',
      '--property=DefaultDependencies=no',
      '--collect',
      '--',
      'systemctl',
      'start',
      '--',
      unit,
    ],
    limits,
  )
  if (exit === 0) return { [Symbol.asyncDispose]: cancel }
  const systemMessage = (stderr.split('\n', 1)[0] ?? '').trim()
  const fact: ServiceFact = SystemdRefused({ subject: unitSubject(unit), verb: 'start', systemMessage })
  throw new Failure('refused', fact)
}
