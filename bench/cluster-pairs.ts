import { execFileSync } from 'node:child_process'
import { bin } from './commands.ts'
import type { Pair } from './compare.ts'

const kubectl = (...args: readonly string[]): string => execFileSync('kubectl', args, { encoding: 'utf8' })

const configuration = (maxPods: number): string =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: ${maxPods}\n`

const configMap = (maxPods: number): string =>
  JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'bench', namespace: 'kube-system' } },
    data: { kubelet: configuration(maxPods) },
  })

function installBalloons(): void {
  const [node = '', ...install] = [...bin('nodesize'), 'install', '--all-nodes', '--image', 'localhost/pause:1']
  execFileSync(node, install)
  const balloons = '--selector=nodesize.kubeletcfg.dev/balloon=true'
  kubectl('wait', '--for=create', 'pod', balloons, '-n', 'kube-system', '--timeout=60s')
  kubectl('wait', '--for=condition=Ready', 'pod', balloons, '-n', 'kube-system', '--timeout=60s')
}

const balloonOf = (node: string): string =>
  kubectl('get', 'pods', '-n', 'kube-system', '-o', 'name', `--field-selector=spec.nodeName=${node}`).trim()

const resizeTo = (cpu: string): string =>
  JSON.stringify({ spec: { containers: [{ name: 'balloon', resources: { requests: { cpu } } }] } })

/** Our commands compared with kubectl, on a cluster. */
export function clusterPairs(write: (name: string, text: string) => string): readonly Pair[] {
  const documents = [50, 60].map((maxPods) => write(`kubelet-${maxPods}.yaml`, configuration(maxPods)))
  const objects = [50, 60].map((maxPods) => write(`configmap-${maxPods}.json`, configMap(maxPods)))
  const either = (paths: readonly string[], round: number): string => paths[round % 2] ?? ''
  return [
    {
      what: 'kubeletcfg --version, bare node',
      ours: () => [...bin('kubeletcfg'), '--version'],
      theirs: () => [process.execPath, '-e', '0'],
    },
    {
      what: 'kubeletcfg --version, kubectl version --client',
      ours: () => [...bin('kubeletcfg'), '--version'],
      theirs: () => ['kubectl', 'version', '--client'],
    },
    {
      what: 'kubeletcfg push (validated, planned), kubectl apply',
      ours: (round) => [...bin('kubeletcfg'), 'push', '--yes', '--node', 'node-a', '-f', either(documents, round)],
      theirs: (round) => ['kubectl', 'apply', '-f', either(objects, round)],
    },
    {
      what: 'nodesize set (planned, confirmed by the kubelet), kubectl patch --subresource resize (not confirmed)',
      prepare: installBalloons,
      ours: (round) => [...bin('nodesize'), 'set', 'node-a', '--cpu', `${1_000 + round}m`],
      theirs: (round) => [
        'kubectl',
        'patch',
        '-n',
        'kube-system',
        balloonOf('node-b'),
        '--subresource=resize',
        '-p',
        resizeTo(`${100 + round}m`),
      ],
    },
    {
      what: 'nodesize get, kubectl get nodes',
      ours: () => [...bin('nodesize'), 'get'],
      theirs: () => ['kubectl', 'get', 'nodes'],
    },
  ]
}
