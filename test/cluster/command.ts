import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { Failure, said } from '../../src/lib/message/failure.ts'
import { partDirectory } from './build/parts.ts'
import { insideNetwork } from './control-plane/network.ts'
import type { ControlPlane } from './control-plane/start.ts'
import { checkout, temporaryDirectory } from './host/directories.ts'
import { insideCgroup } from './host/start-process.ts'
import { releaseOfCluster } from './release.ts'
import { newest } from './versions.ts'

const node = ['node', '--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
/** The command for all tests. */
export const jest = [
  ...node,
  join(checkout, 'node_modules/jest/bin/jest.js'),
  '--config',
  join(checkout, 'test/cluster/jest.config.js'),
]

/** What to run: the arguments, with or without `--` before them, or the tests that are for the release. */
export function commandFrom(args: readonly string[]): readonly string[] {
  const command = args[0] === '--' ? args.slice(1) : args
  if (command.length > 0) return command
  return releaseOfCluster() === newest ? jest : [...jest, join(checkout, 'test/cluster/releases/')]
}

/** Runs the command in the control plane's network; its exit code. */
export async function runInCluster(
  command: readonly string[],
  { holder, kubeconfigOf }: ControlPlane,
  signal: AbortSignal,
): Promise<number> {
  const env = {
    KUBECONFIG: kubeconfigOf('admin'),
    TMPDIR: temporaryDirectory,
  }
  const parts = ['kubectl', 'kubelet', 'control-plane', 'containerd'] as const
  const programs = parts.map((part) => partDirectory(part))
  return run(insideCgroup('command', insideNetwork(holder, command)), { env, programs, signal })
}

/** Runs the command against a cluster that somebody else keeps; its exit code. */
export async function runAgainst(kubeconfig: string, command: readonly string[], signal: AbortSignal): Promise<number> {
  return run(command, { env: { KUBECONFIG: kubeconfig }, programs: [], signal })
}

interface Surroundings {
  readonly env: Readonly<Record<string, string>>
  /** Directories that come first in PATH, after that of this Node. */
  readonly programs: readonly string[]
  readonly signal: AbortSignal
}

const graceMs = 5_000

async function run([program = '', ...args]: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env, programs, signal } = surroundings
  const path = [dirname(process.execPath), ...programs, process.env['PATH']].join(delimiter)
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env, PATH: path } })
  signal.addEventListener('abort', () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
  })
  const ended = once(child, 'close').catch((cause) => {
    throw new Failure('usage', said('NotRun', `"${program}" cannot be run`), { cause })
  })
  const [code, killedBy] = (await ended) as [number | null, NodeJS.Signals | null]
  signal.throwIfAborted()
  return code ?? 128 + constants.signals[killedBy ?? 'SIGKILL']
}
