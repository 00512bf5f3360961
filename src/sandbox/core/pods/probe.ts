import type { Pod } from '../model/object.ts'

/** A pod that tries a kubelet for a rollout, by what it runs: unlike all others here, it ends by itself. */
export function isProbe({ spec }: Pod): boolean {
  const { args } = (spec.containers[0] ?? {}) as { args?: readonly string[] }
  return args?.[0] === 'controller' && args[1] === 'probe'
}
