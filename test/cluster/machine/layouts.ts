import { join } from 'node:path'
import { partDirectory, previousKubelet } from '../build/parts.ts'
import { kubeconfigWith } from '../control-plane/kubeconfig-text.ts'
import type { KubeletVersion, Layout, NodeDescription } from './nodes.ts'

/** What a node needs to be one of the cluster's; all PEM. */
export interface NodeCredentials {
  readonly server: string
  readonly certificateAuthority: string
  /** Of the user `system:node:NAME`. */
  readonly certificate: string
  readonly key: string
}

export interface LayoutFiles {
  /** Text by path. */
  readonly files: Readonly<Record<string, string>>
  /** Targets of symbolic links by path. */
  readonly links: Readonly<Record<string, string>>
  readonly folders: readonly string[]
  /** Path of the unit that runs the kubelet; it is enabled. */
  readonly unit: string
}

type Write = (node: NodeDescription, credentials: NodeCredentials) => LayoutFiles

/** What differs from node to node; the rest of a layout is in the folder of its name. */
export const layouts: Readonly<Record<Layout, Write>> = {
  plain(node, credentials) {
    const flags = [
      '--kubeconfig=/etc/kubernetes/kubelet.conf',
      '--config=/var/lib/kubelet/config.yaml',
      '--config-dir=/etc/kubernetes/kubelet.conf.d',
      `--node-ip=${node.address}`,
    ]
    return {
      files: {
        'etc/default/kubelet': `KUBELET_ARGS=${flags.join(' ')}\n`,
        ...kubeadmCredentials(node, credentials),
      },
      links: { 'usr/local/bin/kubelet': kubeletOf(node.kubelet), ...currentCredentials },
      folders: ['etc/kubernetes/kubelet.conf.d'],
      unit: '/etc/systemd/system/kubelet.service',
    }
  },
  kubeadm(node, credentials) {
    return {
      files: {
        'var/lib/kubelet/kubeadm-flags.env': `KUBELET_KUBEADM_ARGS="--node-ip=${node.address}"\n`,
        ...kubeadmCredentials(node, credentials),
      },
      links: {
        'usr/bin/kubelet': kubeletOf(node.kubelet),
        ...currentCredentials,
      },
      folders: ['etc/kubernetes/manifests'],
      unit: '/usr/lib/systemd/system/kubelet.service',
    }
  },
  k3s(_, credentials) {
    const files = { certificate: `/${agent}/client-kubelet.crt`, key: `/${agent}/client-kubelet.key` }
    return {
      files: {
        [`${agent}/client-ca.crt`]: credentials.certificateAuthority,
        [`${agent}/client-kubelet.crt`]: credentials.certificate,
        [`${agent}/client-kubelet.key`]: credentials.key,
        [`${agent}/kubelet.kubeconfig`]: kubeconfigWith(credentials, { user: 'user', files }),
        'etc/rancher/node/password': `${'0'.repeat(32)}\n`,
      },
      links: { 'usr/local/bin/k3s': join(partDirectory('k3s'), 'k3s') },
      folders: [`${agent}/pod-manifests`],
      unit: '/etc/systemd/system/k3s.service',
    }
  },
}

const agent = 'var/lib/rancher/k3s/agent'
const dated = 'kubelet-client-2026-01-01-00-00-00.pem'
const currentCredentials = { 'var/lib/kubelet/pki/kubelet-client-current.pem': dated }

function kubeadmCredentials({ name }: NodeDescription, credentials: NodeCredentials): LayoutFiles['files'] {
  const pem = '/var/lib/kubelet/pki/kubelet-client-current.pem'
  const files = { certificate: pem, key: pem }
  return {
    'etc/kubernetes/pki/ca.crt': credentials.certificateAuthority,
    'etc/kubernetes/kubelet.conf': kubeconfigWith(credentials, { user: `system:node:${name}`, files }),
    [`var/lib/kubelet/pki/${dated}`]: `${credentials.certificate}${credentials.key}`,
  }
}

/** Path of the program. */
export function kubeletOf(version: KubeletVersion): string {
  return join(partDirectory(...kubelets[version]), 'kubelet')
}

const kubelets: Readonly<Record<KubeletVersion, Parameters<typeof partDirectory>>> = {
  current: ['kubelet'],
  previous: [...previousKubelet],
  shifted: ['shifted-kubelet'],
}
