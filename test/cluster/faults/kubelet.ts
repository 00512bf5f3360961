import { kubeletOf } from '../machine/layouts.ts'
import type { KubeletVersion } from '../machine/nodes.ts'
import { onNode, writeOnNode } from '../node.ts'

/** Replaces the program of the kubelet, as a package manager does: the process that runs is not told. */
export async function replaceKubelet(node: string, version: KubeletVersion): Promise<void> {
  const script = 'path=$(command -v kubelet); ln -s "$0" "$path.new"; mv --no-target-directory "$path.new" "$path"'
  await onNode(node, ['sh', '-ec', script, kubeletOf(version)])
}

/** SIGKILL to the main process of a unit; whether it comes back is systemd's business. */
export async function killUnit(node: string, unit: string): Promise<void> {
  await onNode(node, ['systemctl', 'kill', '--kill-whom=main', '--signal=KILL', unit])
}

const strike = '/run/at-next-start'

/** From now on `atNextStart` works on the node. */
export async function watchStarts(node: string): Promise<void> {
  const line = `ExecStartPre=-/bin/sh -c '[ ! -e ${strike} ] || { mv ${strike} ${strike}.sh; sh ${strike}.sh; }'`
  await writeOnNode(node, '/etc/systemd/system/kubelet.service.d/05-at-start.conf', `[Service]\n${line}\n`)
  await onNode(node, ['systemctl', 'daemon-reload'])
}

/** Runs a script, once, when the kubelet is started next, right before it; of several, one at each start. */
export const atNextStart = (node: string, ...scripts: readonly string[]): Promise<void> =>
  writeOnNode(node, strike, chained(scripts))

function chained([script = '', ...later]: readonly string[]): string {
  if (later.length === 0) return script
  const next = Buffer.from(chained(later)).toString('base64')
  return `${script}\necho ${next} | base64 --decode >${strike}\n`
}
