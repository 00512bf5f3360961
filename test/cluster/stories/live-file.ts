import { onNode } from '../node.ts'

const script =
  'tr "\\0" "\\n" </proc/$(systemctl show --property=MainPID --value kubelet)/cmdline | sed -n "s/^--config=//p"'

/** The file of the kubelet that runs, which carries documents. */
export const livePathOf = async (node: string): Promise<string> => (await onNode(node, ['sh', '-ec', script])).trim()
