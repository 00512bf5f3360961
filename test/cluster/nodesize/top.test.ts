import { afterEach, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { writeKubeconfig } from '../kubeconfig.ts'
import { kubectl } from '../kubectl.ts'
import { watching } from '../watching.ts'
import { keepInstalled } from './installation.ts'
import { measure, removeMetrics, serveMetrics } from './metrics-api.ts'

keepInstalled()

const roles = ['nodesize-operator', 'test-watch-daemonsets']
const bind = (role: string) =>
  kubectl(['create', 'clusterrolebinding', `test-${role}`, `--clusterrole=${role}`, '--user=viewer'])
const viewer = async () => {
  await bind('nodesize-operator')
  return writeKubeconfig({ user: 'viewer' })
}
afterEach(async () => {
  await removeMetrics()
  await kubectl(['delete', 'clusterrolebinding', ...roles.map((role) => `test-${role}`), '--ignore-not-found'])
  await kubectl(['delete', 'clusterrole', 'test-watch-daemonsets', '--ignore-not-found'])
})

const note = 'usage is not known: the cluster has no metrics API\n'

test('top shows requests within sizes, and without a metrics API says once that usage is not known', async () => {
  await nodesize(['set', 'node-a', '--cpu', '500m', '--memory', '1Gi'])
  const ran = await nodesize(['top'])
  expect(ran).toMatchObject({ exit: 0, stderr: note })
  const lines = ran.stdout.split('\n').map((line) => line.split(/ {2,}/))
  const [header, first, , all] = lines
  expect(header?.slice(0, 5)).toEqual(['NODE', 'SIZE', 'BALLOON', 'REQUESTED', 'REQUESTED%'])
  expect(first).toEqual(['node-a', '500m/1Gi', expect.any(String), '100m/64Mi', '20%/6%', '-', '-', '-', 'Ready'])
  expect(all?.[0]).toBe('all 2')
})

test('a user with the role of operators sees usage, and thresholds judge it', async () => {
  await nodesize(['set', 'node-a', '--cpu', '500m', '--memory', '1Gi'])
  const kubeconfig = await viewer()
  await serveMetrics()
  await measure('node-a', { cpu: '250000001n', memory: '900Mi' })
  const top = await nodesize(['top', '--output=json'], { kubeconfig })
  expect(top).toMatchObject({ exit: 0, stderr: '' })
  const { items, summary } = JSON.parse(top.stdout)
  expect(items).toMatchObject([
    { node: 'node-a', used: { cpu: '251m', memory: '900Mi' }, usedPercent: { cpu: 50.2, memory: 87.8 } },
    { node: 'node-b', used: null, usedPercent: null },
  ])
  expect(summary).toMatchObject({ nodes: 2, measured: 1, used: { cpu: '251m' }, usedPercent: { cpu: 50.2 } })
  const judged = ['get', '--output=name', '--fail-if', 'used.memory>80%', '--fail-if', 'free.cpu<1']
  expect(await nodesize(judged, { kubeconfig })).toEqual({
    exit: 1,
    stdout: 'node/node-a\nnode/node-b\n',
    stderr: [
      "error: node 'node-a': used.memory is 900Mi, 87.8% of size (--fail-if 'used.memory>80%')\n",
      "error: node 'node-a': free.cpu is 400m (--fail-if 'free.cpu<1')\n",
      "error: node 'node-b': used.memory is not known (--fail-if 'used.memory>80%')\n",
    ].join(''),
  })
})

test('a watch shows a desired size that changes, to those who may watch it', async () => {
  const wide = ['get', 'node-a', '--watch', '--output=wide']
  const kubeconfig = await writeKubeconfig({ user: 'viewer' })
  const seen = await watching(nodesize, wide, {
    async meanwhile(until) {
      await until(/node-a .* Ready +- /)
      await nodesize(['set', 'node-a', '--cpu', '500m'])
      await until(/node-a +500m\/.* Ready +500m\//)
    },
  })
  expect(seen).toMatchObject({ stderr: '', exit: 130 })
  const resources = '--resource=nodes,pods,daemonsets.apps'
  await kubectl(['create', 'clusterrole', 'test-watch-daemonsets', '--verb=get,list,watch', resources])
  await bind('test-watch-daemonsets')
  const unseen = await watching(nodesize, wide, {
    kubeconfig,
    meanwhile: (until) => until(/node-a +500m\/.* Ready +\? /),
  })
  expect(unseen).toMatchObject({ stderr: '', exit: 130 })
})
