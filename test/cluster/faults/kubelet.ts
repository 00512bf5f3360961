import { kubeletOf } from '../machine/layouts.ts'
import type { KubeletVersion } from '../machine/nodes.ts'
import { onNode } from '../node.ts'

/** Replaces the program of the kubelet, as a package manager does: the process that runs is not told. */
export async function replaceKubelet(node: string, version: KubeletVersion): Promise<void> {
  const script = 'path=$(command -v kubelet); ln -s "$0" "$path.new"; mv --no-target-directory "$path.new" "$path"'
  await onNode(node, ['sh', '-ec', script, kubeletOf(version)])
}

/** SIGKILL to the main process of a unit; whether it comes back is systemd's business. */
export async function killUnit(node: string, unit: string): Promise<void> {
  await onNode(node, ['systemctl', 'kill', '--kill-whom=main', '--signal=KILL', unit])
}
