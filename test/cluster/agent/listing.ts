import { onNode } from '../node.ts'

/** Type, mode, owner, target of links and SHA-256 of everything that an installation may touch. */
export async function listing(name: string): Promise<string> {
  const folders =
    '/etc /usr/local/bin /usr/lib/systemd /var/lib/kubelet/*.* /var/lib/kubelet/*_state /var/lib/kubeletcfg'
  const find = (end: string) => `find ${folders} /run/kubeletcfg -xdev ${end} 2>/dev/null | sort`
  return onNode(name, [
    'sh',
    '-c',
    `${find("-printf '%p %y %m %U:%G %l\\n'")}; ${find('-type f -exec sha256sum {} +')}`,
  ])
}
