import { agentUnit } from '../agent/installed-agent.ts'
import { atNextStart } from '../faults/kubelet.ts'
import { onNode, writeOnNode } from '../node.ts'

const dead = '/run/agent-is-dead'

/** From now on the agent of the node can stay dead. */
export async function prepareToDie(node: string): Promise<void> {
  const unlessDead = `[Unit]\nConditionPathExists=!${dead}\n`
  await writeOnNode(node, `/etc/systemd/system/${agentUnit}.service.d/05-dead.conf`, unlessDead)
  await onNode(node, ['systemctl', 'daemon-reload'])
}

/** SIGKILL when the agent restarts the kubelet, and then nothing: systemd does not start it again. */
export const dieAtRestart = (node: string): Promise<void> =>
  atNextStart(node, `touch ${dead}; systemctl kill --kill-whom=all --signal=KILL ${agentUnit}`)

export const isDead = (node: string): Promise<boolean> => onNode(node, ['ls', dead]).then(Boolean, () => false)

export async function revive(node: string): Promise<void> {
  await onNode(node, ['rm', '--force', dead])
  await onNode(node, ['systemctl', 'start', agentUnit])
}
