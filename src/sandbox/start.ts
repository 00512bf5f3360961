import { createSandbox } from './create.ts'
import { inject } from './faults.ts'
import type { Fault, SandboxOptions } from './interface/cluster.ts'
import { usual } from './interface/usual.ts'
import { load } from './shell/load.ts'
import { type RunningSandbox, serve } from './shell/serve.ts'

export type { Fault, Faults, Sandbox, SandboxOptions } from './interface/cluster.ts'
export type { RunningSandbox } from './shell/serve.ts'

export interface StartOptions extends Partial<SandboxOptions> {
  /** Files with objects to create before anybody can connect: YAML or JSON, any number in each. */
  readonly load?: readonly string[]
  /** What goes wrong from the start. */
  readonly faults?: readonly Fault[]
}

/**
 * Starts a simulated cluster in this process. Files are loaded and faults injected before its time begins. Rejects with
 * Failure 'invalid' that lists all objects of the files that the API server refuses, with Failure 'usage' when the
 * kubeconfig cannot be written, and with RangeError for faults of nodes that do not exist.
 */
export async function startSandbox({
  load: files = [],
  faults = [],
  ...options
}: StartOptions = {}): Promise<RunningSandbox> {
  const sandbox = createSandbox({ ...usual, now: Date.now(), ...options })
  await load(sandbox, files)
  for (const fault of faults) inject(sandbox, fault)
  return serve(sandbox)
}
