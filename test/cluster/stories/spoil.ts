import { onNode } from '../node.ts'

/** Makes the file that carries a document to the kubelet one that no kubelet starts with, and ends the kubelet. */
export async function spoilConfiguration(node: string, line: string): Promise<void> {
  const said = await onNode(node, ['sh', '-ec', spoil, line])
  if (said !== 'spoiled\n') throw new Error(`${node}: no file of the kubelet has ${line}`)
}

const spoil = `
pid=$(systemctl show --property=MainPID --value kubelet)
for flag in $(tr "\\0" "\\n" </proc/$pid/cmdline | grep -E '^--config(-dir)?='); do
  for file in $(grep -rl "$0" "\${flag#*=}"); do
    echo 'featureGates: {NoSuchGate: true}' >>"$file"
    echo spoiled
  done
done
kill -KILL "$pid"`
