import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { type Ran, runProcess } from '../support/run-process.ts'
import { kubectl } from './kubectl.ts'
import { namespace, steps } from './sandbox-kubectl-writes.ts'
import { newestVersion } from './versions.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ nodes: 2, nodeCpu: '2', kubernetesVersion: newestVersion })
})
afterAll(async () => {
  await sandbox.close()
  await kubectl(['delete', 'namespace', namespace, '--ignore-not-found'])
  const ofCluster = ['clusterrole', 'clusterrolebinding', 'priorityclass']
  for (const kind of ofCluster) await kubectl(['delete', kind, namespace, '--ignore-not-found'])
  await kubectl(['uncordon', 'node-b'])
})

/** Random, or of its time. */
const scrubbed = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'TIME')
    .replaceAll(/(uid|resourceVersion): .*/g, '$1')
    .replaceAll(/\S*\/(LIVE|MERGED)-\d+/g, '$1')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [+-]\d{4}/g, 'TIME')

/** Changes something the first time. */
const editor = `sed -i 's/a: "2"/a: "4"/'`

/** What kubectl logs about a watch that ends while it stops, which depends on the moment. */
const ownLog = /^[IWE]\d{4} .*reflector\.go.*\n/gm

async function run(args: string, input: object | undefined, kubeconfig: string | undefined): Promise<Ran> {
  const { PATH, HOME, TMPDIR, KUBECONFIG } = process.env
  const inNamespace = args.includes(' -n ') ? [] : ['--namespace', namespace]
  const words = args.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'))
  const ran = await runProcess('kubectl', [...words, ...inNamespace], {
    env: { PATH, HOME, TMPDIR, KUBECONFIG: kubeconfig ?? KUBECONFIG, KUBE_EDITOR: editor },
    input: input === undefined ? '' : JSON.stringify(input),
  })
  // Pods are evicted at the same time.
  const stdout = args.startsWith('drain') ? ran.stdout.split('\n').sort().join('\n') : ran.stdout
  return { ...ran, stdout: scrubbed(stdout), stderr: scrubbed(ran.stderr.replaceAll(ownLog, '')) }
}

test.each(steps)('kubectl $args', async ({ args, input }) => {
  const [real, simulated] = await Promise.all([run(args, input, undefined), run(args, input, sandbox.kubeconfig)])
  expect(simulated).toEqual(real)
})
