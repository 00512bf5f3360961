import { homedir } from 'node:os'
import { findKubeconfig } from '../../cluster/login/kubeconfig-find.ts'
import type { Candidate } from '../../completion/candidate.ts'
import type { WantedValues } from '../../completion/complete.ts'
import { givenValue } from '../../completion/given-value.ts'

type Given = Pick<WantedValues, 'given'>

/** The names of the entries of the kubeconfig that the line means. Rejects without a kubeconfig that can be read. */
export async function entryNames(
  kind: 'contexts' | 'clusters' | 'users',
  wanted: Given,
): Promise<readonly Candidate[]> {
  const { currentContext, ...config } = await findKubeconfig(kubeconfigOf(wanted))
  return [...config[kind].keys()].sort().map((value) => ({
    value,
    ...(kind === 'contexts' && value === currentContext && { about: 'current' }),
  }))
}

/** The path after --kubeconfig as the shell would expand it; undefined: the flag was not given. */
export function kubeconfigOf(wanted: Given): string | undefined {
  const typed = givenValue(wanted, 'kubeconfig')
  return typed
    ?.replace(/^~(?=\/)/, () => homedir())
    .replaceAll(/\$(?:(\w+)|\{(\w+)\})/g, (_, plain, braced) => process.env[plain ?? braced] ?? '')
}
