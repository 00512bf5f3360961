import { join } from 'node:path'
import { kubectl } from '../kubectl.ts'
import { onNode } from '../node.ts'

/** Where pods of a node find its DNS server; another one has none. */
export const clusterDns = '10.96.0.10'
export const clusterDomain = 'cluster.test'

const unit = 'cluster-dns'

/** The cluster has no kube-proxy, so that the address of a Service leads nowhere: each node has a server of its own there. */
export async function startDns(node: string): Promise<void> {
  const service = ['get', 'service', 'kubernetes', '--namespace=default', '--output=jsonpath={.spec.clusterIP}']
  const server = [
    join(import.meta.dirname, 'serve.ts'),
    clusterDns,
    `kubernetes.default.svc.${clusterDomain}`,
    await kubectl(service),
  ]
  await onNode(node, ['ip', 'address', 'replace', `${clusterDns}/32`, 'dev', 'lo'])
  await onNode(node, ['systemd-run', `--unit=${unit}`, '--quiet', '--collect', process.execPath, ...server])
}

export const stopDns = (node: string): Promise<string> => onNode(node, ['systemctl', 'stop', unit])
