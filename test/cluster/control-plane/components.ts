import { join } from 'node:path'
import { partDirectory } from '../build/parts.ts'
import { controlPlaneAddress } from './network.ts'

export const apiServer = `https://${controlPlaneAddress}:6443`
export const etcd = 'http://127.0.0.1:2379'
const etcdPeer = 'http://127.0.0.1:2380'

export type Component = 'etcd' | 'kube-apiserver' | 'kube-scheduler' | 'kube-controller-manager'

/** Command line of a component; `directory` holds its certificates, tokens and data. */
export function commandOf(component: Component, directory: string): string[] {
  const program = join(partDirectory(component === 'etcd' ? 'etcd' : 'control-plane'), component)
  return [program, ...flags[component]((file) => join(directory, file)).map((flag) => `--${flag}`)]
}

const flags: Record<Component, (file: (name: string) => string) => string[]> = {
  etcd: (file) => [
    `data-dir=${file('etcd')}`,
    `listen-client-urls=${etcd}`,
    `advertise-client-urls=${etcd}`,
    `listen-peer-urls=${etcdPeer}`,
    'unsafe-no-fsync',
  ],
  'kube-apiserver': (file) => [
    `etcd-servers=${etcd}`,
    `advertise-address=${controlPlaneAddress}`,
    'secure-port=6443',
    `tls-cert-file=${file('apiserver.crt')}`,
    `tls-private-key-file=${file('apiserver.key')}`,
    `kubelet-client-certificate=${file('apiserver.crt')}`,
    `kubelet-client-key=${file('apiserver.key')}`,
    'kubelet-preferred-address-types=InternalIP',
    `service-account-key-file=${file('service-account.key')}`,
    `service-account-signing-key-file=${file('service-account.key')}`,
    'service-account-issuer=https://kubernetes.default.svc',
    `token-auth-file=${file('tokens.csv')}`,
    `client-ca-file=${file('ca.crt')}`,
    'authorization-mode=Node,RBAC',
    'enable-admission-plugins=NodeRestriction',
    'service-cluster-ip-range=10.96.0.0/24',
    'allow-privileged=true',
  ],
  'kube-scheduler': (file) => [`kubeconfig=${file('system:kube-scheduler.kubeconfig')}`, 'leader-elect=false'],
  'kube-controller-manager': (file) => [
    `kubeconfig=${file('system:kube-controller-manager.kubeconfig')}`,
    `root-ca-file=${file('ca.crt')}`,
    `service-account-private-key-file=${file('service-account.key')}`,
    'use-service-account-credentials=true',
    'leader-elect=false',
  ],
}
