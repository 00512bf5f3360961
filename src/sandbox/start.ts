import { createSandbox } from './create.ts'
import { inject } from './faults.ts'
import type { AdmissionWebhook } from './interface/admission.ts'
import type { SandboxOptions } from './interface/cluster.ts'
import { defaults } from './interface/defaults.ts'
import type { Fault } from './interface/fault.ts'
import { load } from './shell/load.ts'
import { type RunningSandbox, serve } from './shell/serve.ts'

export type { AdmissionWebhook } from './interface/admission.ts'
export type { Sandbox, SandboxOptions } from './interface/cluster.ts'
export type { Fault, Faults } from './interface/fault.ts'
export type { RunningSandbox } from './shell/serve.ts'

export interface StartOptions extends Partial<SandboxOptions> {
  /** YAML or JSON files with any number of objects, which are created before a client can connect. */
  readonly load?: readonly string[]
  /** Faults to inject before the start. */
  readonly faults?: readonly Fault[]
  /** Who is asked before a client writes a ConfigMap; files are not asked about. */
  readonly webhook?: AdmissionWebhook | undefined
}

/**
 * Starts a simulated cluster in this process. Files are loaded and faults injected before simulated time begins.
 * Rejects with Failure 'invalid', which lists every object that the API server refuses; with Failure 'usage' when the
 * kubeconfig cannot be written; and with RangeError when a fault names a node that does not exist.
 */
export async function startSandbox({
  load: files = [],
  faults = [],
  webhook,
  ...options
}: StartOptions = {}): Promise<RunningSandbox> {
  const sandbox = createSandbox({ ...defaults, now: Date.now(), ...options })
  await load(sandbox, files)
  for (const fault of faults) inject(sandbox, fault)
  return serve(sandbox, webhook)
}
