import { expect, test } from '@jest/globals'
import { foreignAuthority, writeKubeconfig } from './kubeconfig.ts'
import { applyObjects, kubectl, kubectlJson } from './kubectl.ts'
import { containerPids, onNode, writeOnNode } from './node.ts'
import { pausePod, podStatus, waitForPod } from './pods.ts'
import { newestVersion } from './versions.ts'

test('the server is the version that was built', async () => {
  const { serverVersion } = await kubectlJson<{ serverVersion: { gitVersion: string } }>(['version'])
  expect(serverVersion.gitVersion).toBe(newestVersion)
})

test('both nodes are Ready', async () => {
  const output = await kubectl(['wait', '--for=condition=Ready', 'node/node-a', 'node/node-b', '--timeout=30s'])
  expect(output.split('\n').filter(Boolean)).toEqual(['node/node-a condition met', 'node/node-b condition met'])
})

test('a pod on a node outlives a restart of its kubelet', async () => {
  await applyObjects([pausePod({ name: 'survivor', nodeName: 'node-a' })])
  await waitForPod('survivor')
  const before = await containerPid('survivor')
  const kubelet = await onNode('node-a', ['systemctl', 'show', '--property=MainPID', 'kubelet'])

  await onNode('node-a', ['systemctl', 'restart', 'kubelet'])

  expect(await onNode('node-a', ['systemctl', 'show', '--property=MainPID', 'kubelet'])).not.toBe(kubelet)
  expect(before).toBeGreaterThan(1)
  expect(await containerPid('survivor')).toBe(before)
})

test('what is written on one node is not on the other, nor on the host', async () => {
  await writeOnNode('node-a', '/etc/kubernetes/kubelet.conf.d/90-test.conf', 'written')
  expect(await onNode('node-a', ['cat', '/etc/kubernetes/kubelet.conf.d/90-test.conf'])).toBe('written')
  await onNode('node-a', ['rm', '/etc/kubernetes/kubelet.conf.d/90-test.conf'])
  expect(await onNode('node-b', ['ls', '/etc/kubernetes/kubelet.conf.d'])).toBe('')
})

test('a user without a role is known and refused', async () => {
  const kubeconfig = await writeKubeconfig({ user: 'nobody' })
  expect(await kubectl(['auth', 'whoami', '--output=jsonpath={.status.userInfo.username}'], { kubeconfig })).toBe(
    'nobody',
  )
  await expect(kubectl(['get', 'nodes'], { kubeconfig })).rejects.toThrow('nodes is forbidden: User "nobody"')
})

test.each([
  ['an unknown token is unauthorized', async () => ({ token: 'expired' }), 'Unauthorized'],
  ['a foreign authority is not trusted', async () => ({ certificateAuthority: await foreignAuthority() }), 'x509'],
  ['a context that is not there is an error', async () => ({ currentContext: 'elsewhere' }), 'context was not found'],
])('%s', async (_, options, message) => {
  const kubeconfig = await writeKubeconfig(await options())
  await expect(kubectl(['get', 'nodes'], { kubeconfig })).rejects.toThrow(message)
})

async function containerPid(pod: string): Promise<number | undefined> {
  const { containerStatuses } = await podStatus(pod)
  const id = containerStatuses[0]?.containerID.replace('containerd://', '') ?? ''
  return (await containerPids('node-a')).get(id)
}
