import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { addAbortListener, once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Provider, ProviderCall, ProviderEnd } from '../ports/provider.ts'

/** The exit code by which a hook says that it refused, and changed nothing: as that of our own commands. */
export const refusedExit = 5
/** Milliseconds between SIGTERM and SIGKILL. */
const usualGraceMs = 10_000
/** Milliseconds for what a hook has printed, after it has ended: what it started may keep the pipe open. */
const drainMs = 500

export interface HookOptions {
  readonly command: readonly [program: string, ...args: string[]]
  /** Receives what the hook prints, on stdout and on stderr, as it comes; resolves when more can come. */
  readonly onOutput: (text: string) => Promise<void>
  readonly graceMs?: number
}

/**
 * A provider that is asked by a command. It has no stdin and a process group of its own: Ctrl-C does not reach it. When the
 * signal aborts, the group gets SIGTERM, and SIGKILL ten seconds later; so it does if this process ends.
 */
export const hookProvider = (options: HookOptions): Provider => ({
  resize: (call, signal) => runHook(options, call, signal),
})

async function runHook(options: HookOptions, call: ProviderCall, signal: AbortSignal): Promise<ProviderEnd> {
  const [program, ...args] = options.command
  const env = { ...process.env, ...hookEnvironment(call) }
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env })
  const end = endOf(child)
  const killAll = (name: NodeJS.Signals) => () => killGroup(child, name)
  const killAtExit = killAll('SIGKILL')
  process.on('exit', killAtExit)
  let kill: NodeJS.Timeout | undefined
  using _listener = addAbortListener(signal, () => {
    killGroup(child, 'SIGTERM')
    kill = setTimeout(killAtExit, options.graceMs ?? usualGraceMs)
  })
  const printed = Promise.allSettled([child.stdout, child.stderr].map((stream) => pass(stream, options.onOutput)))
  try {
    const ended = await end
    // What it started and left behind belongs to it.
    if (signal.aborted) killAtExit()
    const timer = setTimeout(() => [child.stdout, child.stderr].map((stream) => stream.destroy()), drainMs)
    await printed.finally(() => clearTimeout(timer))
    return ended
  } finally {
    clearTimeout(kill)
    process.off('exit', killAtExit)
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>

async function endOf(child: Child): Promise<ProviderEnd> {
  try {
    const [exit, killedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    if (killedBy !== null) return { kind: 'killed', signal: killedBy }
    if (exit === 0) return { kind: 'done' }
    return exit === refusedExit ? { kind: 'refused' } : { kind: 'failed', exit: exit ?? 1 }
  } catch (error) {
    return { kind: 'not-run', errno: (error as NodeJS.ErrnoException).code ?? 'UNKNOWN' }
  }
}

/** Chunk by chunk: a hook that prints faster than it is read waits. */
async function pass(stream: Readable, onOutput: HookOptions['onOutput']): Promise<void> {
  for await (const text of stream.setEncoding('utf8')) await onOutput(text as string)
}

function killGroup({ pid }: Child, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch (error) {
    // All of it has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * What a hook learns of the call, as variables: cpu in thousandths of a core, memory in bytes, without units. Names and
 * meanings are public (docs/autoscale.md).
 */
function hookEnvironment(call: ProviderCall): Readonly<Record<string, string>> {
  const { node, direction, phase, attempt, resumes, deadline } = call
  return {
    NODESIZE_NODE: node,
    NODESIZE_DIRECTION: direction,
    NODESIZE_PHASE: phase,
    NODESIZE_ATTEMPT: attempt,
    NODESIZE_RESUMES: resumes ?? '',
    NODESIZE_DEADLINE: new Date(deadline).toISOString(),
    ...amounts('OLD', call.from),
    ...amounts('NEW', call.to),
    ...amounts('BALLOON', call.balloon),
    ...amounts('ALLOCATABLE', call.allocatable),
    ...amounts('CAPACITY', call.capacity),
  }
}

const amounts = (name: string, { cpu, memory }: ProviderCall['to']): Readonly<Record<string, string>> => ({
  [`NODESIZE_${name}_MILLICPU`]: String(cpu),
  [`NODESIZE_${name}_MEMORY`]: String(memory),
})
