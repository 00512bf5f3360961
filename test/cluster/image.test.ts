import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { version } from '../../src/lib/cli/shell/build.ts'
import { controlPlaneAddress } from './control-plane/network.ts'
import { applyObjects, kubectl } from './kubectl.ts'
import { ownImage as image, loadOwnImage, removeOwnImage } from './own-image.ts'

beforeAll(async () => {
  await loadOwnImage(['node-a'])
  await applyObjects([
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'image' } },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'image' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'image', namespace: 'default' }],
    },
  ])
}, 300_000)

afterAll(async () => {
  await kubectl(['delete', 'clusterrolebinding/image', 'serviceaccount/image', '--ignore-not-found'])
  await removeOwnImage(['node-a'])
})

/** The cluster has no kube-proxy: the address of the Service leads nowhere, and only nodes reach the API server. */
const toServer = {
  hostNetwork: true,
  env: [
    { name: 'KUBERNETES_SERVICE_HOST', value: controlPlaneAddress },
    { name: 'KUBERNETES_SERVICE_PORT', value: '6443' },
  ],
}

/** Runs a container of the image on node-a as strictly as Kubernetes can, and returns what it printed and its exit code. */
async function runPod(name: string, container: { command?: readonly string[]; args: readonly string[] }) {
  const securityContext = {
    readOnlyRootFilesystem: true,
    runAsNonRoot: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  }
  await applyObjects([
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: {
        nodeName: 'node-a',
        restartPolicy: 'Never',
        serviceAccountName: 'image',
        hostNetwork: toServer.hostNetwork,
        containers: [
          { name: 'main', image, imagePullPolicy: 'Never', securityContext, env: toServer.env, ...container },
        ],
      },
    },
  ])
  try {
    const ended = '--for=jsonpath={.status.containerStatuses[0].state.terminated.reason}'
    await kubectl(['wait', ended, `pod/${name}`, '--timeout=60s'])
    const exit = await kubectl([
      'get',
      `pod/${name}`,
      '--output=jsonpath={.status.containerStatuses[0].state.terminated.exitCode}',
    ])
    return { printed: await kubectl(['logs', `pod/${name}`]), exit: Number(exit) }
  } finally {
    await kubectl(['delete', `pod/${name}`])
  }
}

test('its entrypoint is kubeletcfg', async () => {
  const { printed, exit } = await runPod('image-version', { args: ['--version'] })
  expect(printed).toMatch(new RegExp(`^kubeletcfg/${version.replaceAll('.', '\\.')}\\S* linux-\\w+ node-v24`))
  expect(exit).toBe(0)
})

test('nodesize in it works with the service account of its pod', async () => {
  const { printed, exit } = await runPod('image-get', { command: ['nodesize'], args: ['get'] })
  expect(printed).toMatch(/^node-a /m)
  expect(printed).toMatch(/^node-b /m)
  expect(exit).toBe(0)
})

test('the exit code of a command is that of the container', async () => {
  expect(await runPod('image-usage', { args: ['validate'] })).toMatchObject({ exit: 2 })
})
