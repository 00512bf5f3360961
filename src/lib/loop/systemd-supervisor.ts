import { type ProgramLimits, runProgram } from '../machine/run-program.ts'
import { Failure } from '../message/failure.ts'
import type { Supervisor, SupervisorNews } from './supervisor.ts'

/** A service manager that does not take a message in this time does not get it. */
const deadlineMs = 5_000

/**
 * The systemd that started this process, as it says in the environment. Its messages are datagrams to a Unix socket, which
 * Node.js cannot send: systemd-notify sends them, so the unit has NotifyAccess=all.
 */
export function systemdSupervisor(environment: NodeJS.ProcessEnv, signal: AbortSignal): Supervisor {
  const limits: ProgramLimits = { signal, timeoutMs: deadlineMs }
  const isThere = environment['NOTIFY_SOCKET'] !== undefined
  return {
    watchdogMs: isThere ? watchdogMs(environment) : undefined,
    tell: async (news) => {
      const assignments = assignmentsOf(news)
      if (isThere && assignments.length > 0) await send(['systemd-notify', ...assignments], limits)
    },
  }
}

async function send(command: readonly [string, ...string[]], limits: ProgramLimits): Promise<void> {
  try {
    await runProgram([...command], limits)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

function assignmentsOf({ ready, alive, stopping, status }: SupervisorNews): readonly string[] {
  return [
    ...(ready ? ['READY=1'] : []),
    ...(alive ? ['WATCHDOG=1'] : []),
    ...(stopping ? ['STOPPING=1'] : []),
    // A line end would begin another assignment.
    ...(status === undefined ? [] : [`STATUS=${status.replaceAll(/\s+/g, ' ')}`]),
  ]
}

/** Meant for this process only, when a process is named. */
function watchdogMs({ WATCHDOG_USEC, WATCHDOG_PID }: NodeJS.ProcessEnv): number | undefined {
  const micros = Number(WATCHDOG_USEC)
  const isOurs = WATCHDOG_PID === undefined || WATCHDOG_PID === String(process.pid)
  return isOurs && micros > 0 ? micros / 1_000 : undefined
}
