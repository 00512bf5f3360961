import { join } from 'node:path'
import type { Finding } from '../../../src/lib/kubelet/model/finding.ts'
import { withFields } from '../configuration.ts'
import { onNode } from '../node.ts'
import type { EffectResult } from './kubelet.ts'

/**
 * Starts a kubelet on node-a with each of these configurations, beside the node's own, which notices nothing: their
 * folders, containerd and network are not the node's, and go with the last of their processes.
 */
export async function tryKubelets(texts: readonly string[]): Promise<readonly EffectResult[]> {
  const program = join(import.meta.dirname, 'on-node.ts')
  return JSON.parse(await onNode('node-a', apartOnNode(program), JSON.stringify(texts)))
}

/** What `validate --host` says about a document. */
export interface OnHost {
  readonly valid: boolean
  readonly onHost?: { readonly met: number; readonly notMet: number; readonly notSeen: number }
  readonly findings: readonly Pick<Finding, 'rule' | 'fatal' | 'severity' | 'message'>[]
}

/** What `validate --host` says about each of these configurations where tryKubelets() starts them. */
export async function validateOnNode(texts: readonly string[]): Promise<readonly OnHost[]> {
  const program = join(import.meta.dirname, 'validate-on-node.ts')
  return JSON.parse(await onNode('node-a', apartOnNode(program), JSON.stringify(texts)))
}

/** A command in front of a program of ours on node-a, whose folders, containerd and network are not the node's. */
export const apartOnNode = (program: string): readonly string[] => [...apart, 'sh', '-ec', settle, program]

const apart = ['unshare', '--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc']

const settle = `
for path in /run/containerd /run/verdicts /var/lib/containerd /var/lib/kubelet /var/log/pods; do
  mkdir -p "$path"
  mount -t tmpfs tmpfs "$path"
done
ip link set lo up
exec node "$0"`

/** What takes the place of the node's own, so that its cgroups are left alone. */
const withoutCgroups = 'cgroupsPerQOS: false\nenforceNodeAllocatable: []'

/** The configuration that node-a runs with, with these fields in place of its own. */
export async function configurationsOf(fields: readonly string[]): Promise<readonly string[]> {
  const own = withFields(await onNode('node-a', ['cat', '/var/lib/kubelet/config.yaml']), withoutCgroups)
  return fields.map((some) => withFields(own, some))
}
