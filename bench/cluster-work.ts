import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Programs } from './programs.ts'
import type { Command } from './row.ts'

const run = promisify(execFile)

/** Commands of ours and of kubectl that do something with a cluster; each round changes something. */
export interface ClusterWork {
  readonly push: (programs: Programs, round: number) => Command
  readonly set: (programs: Programs, round: number) => Command
  readonly apply: (round: number) => Command
  readonly patch: (round: number) => Command
  /** The file that the first push stored. */
  readonly document: string
}

export const kubectlGetNodes: Command = ['kubectl', 'get', 'nodes']

const configuration = (maxPods: number): string =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: ${maxPods}\n`

const configMap = (maxPods: number): string =>
  JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'bench', namespace: 'kube-system' } },
    data: { kubelet: configuration(maxPods) },
  })

const resizeTo = (cpu: string): string =>
  JSON.stringify({ spec: { containers: [{ name: 'balloon', resources: { requests: { cpu } } }] } })

/** Installs balloons, and writes the files that are pushed and applied to the folder. */
export async function prepareCluster(
  { kubeletcfg, nodesize }: Programs,
  { folder, sandbox }: { folder: string; sandbox: boolean },
): Promise<ClusterWork> {
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const documentsOf = (...counts: readonly number[]) =>
    counts.map((maxPods) => write(`kubelet-${maxPods}.yaml`, configuration(maxPods)))
  // Different for each way to install, so that one does not find what the other has just stored.
  const documents = { npm: documentsOf(50, 60), executable: documentsOf(70, 80) }
  const size = { npm: 1_000, executable: 2_000 }
  const objects = [50, 60].map((maxPods) => write(`configmap-${maxPods}.json`, configMap(maxPods)))
  const either = (paths: readonly string[], round: number): string => paths[round % 2] ?? ''
  await execute(nodesize('install', '--yes', '--wait', '--all-nodes', '--image', 'localhost/pause:1'))
  await execute(kubeletcfg('push', '--yes', '--global', '-f', either(documents.npm, 0)))
  // The sandbox has no OpenAPI.
  const validation = sandbox ? ['--validate=false'] : []
  const balloon = await balloonOf('node-b')
  const patch = ['kubectl', 'patch', '-n', 'kube-system', balloon, '--subresource=resize', '-p']
  return {
    document: either(documents.npm, 0),
    push: (programs, round) => programs.kubeletcfg('push', ...pushFlags, '-f', either(documents[programs.by], round)),
    set: (programs, round) =>
      programs.nodesize('set', 'node-a', '--no-cordon', '--cpu', `${size[programs.by] + round}m`),
    apply: (round) => ['kubectl', 'apply', ...validation, '-f', either(objects, round)],
    patch: (round) => [...patch, resizeTo(`${100 + round}m`)],
  }
}

/** Fewer pods than before may require a drain, which this benchmark accepts. */
const pushFlags = ['--yes', '--node', 'node-a', '--accept-risk', 'drain']

async function execute([program = '', ...args]: Command): Promise<void> {
  await run(program, args)
}

async function balloonOf(node: string): Promise<string> {
  const balloons = ['--selector=nodesize.kubeletcfg.dev/balloon=true', `--field-selector=spec.nodeName=${node}`]
  return (await run('kubectl', ['get', 'pods', '-n', 'kube-system', '-o', 'name', ...balloons])).stdout.trim()
}
