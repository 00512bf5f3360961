import type { SandboxOptions } from './api.ts'
import { createSandbox } from './create.ts'
import { type RunningSandbox, serve } from './shell/serve.ts'
import { usual } from './usual.ts'

export type { Faults, Sandbox, SandboxOptions } from './api.ts'
export type { RunningSandbox } from './shell/serve.ts'

export interface StartOptions extends Partial<SandboxOptions> {
  /** Files with objects to create before anybody can connect: YAML or JSON, any number in each. */
  readonly load?: readonly string[]
}

/**
 * Starts a simulated cluster in this process. Rejects with Failure 'invalid' that tells every object of the files that
 * the API server does not take.
 */
export async function startSandbox({ load = [], ...options }: StartOptions = {}): Promise<RunningSandbox> {
  return serve(createSandbox({ ...usual, now: Date.now(), ...options }), load)
}
