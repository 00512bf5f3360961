import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { pausePod } from '../pods.ts'
import { balloonPods, untilSettled } from './balloons.ts'
import { image, labelNodes, ownObjects, removeInstallations, unlabelNodes } from './installation.ts'
import { sizeOf } from './sizes.ts'
import { keepWorkloadsStanding } from './standing.ts'

keepWorkloadsStanding()

const deleted = `daemonset.apps/nodesize-balloon deleted
clusterrole.rbac.authorization.k8s.io/nodesize-cordon deleted
clusterrole.rbac.authorization.k8s.io/nodesize-operator deleted
configmap/nodesize-sizes-0 to nodesize-sizes-f deleted
validatingadmissionpolicybinding.admissionregistration.k8s.io/nodesize-sizes deleted
validatingadmissionpolicy.admissionregistration.k8s.io/nodesize-sizes deleted
validatingadmissionpolicybinding.admissionregistration.k8s.io/nodesize-operator deleted
validatingadmissionpolicy.admissionregistration.k8s.io/nodesize-operator deleted
priorityclass.scheduling.k8s.io/nodesize-balloon deleted
`

beforeEach(() => labelNodes('node-a'))
afterEach(async () => {
  await unlabelNodes('node-a')
  await removeInstallations()
})

test('nobody to ask: nothing is changed, and the command that would do it does it', async () => {
  await nodesize(['install', image])
  const before = await ownObjects()
  const ran = await nodesize(['uninstall', '--quiet'])
  expect(ran).toMatchObject({ exit: 5, stdout: '', stderr: expect.stringContaining('nothing was changed') })
  expect(await ownObjects()).toEqual(before)
  expect(ran.stderr).toMatch(/^hint: to continue, add --yes: nodesize uninstall --quiet --yes$/m)
  expect(await nodesize(['uninstall', '--quiet', '--yes'])).toMatchObject({ exit: 0, stdout: deleted })
  expect(await ownObjects()).toEqual([])
})

test('it reports how much capacity is returned, and it is', async () => {
  await nodesize(['install', image])
  await untilSettled('node-a')
  await nodesize(['set', 'node-a', '--cpu', '500m'])
  const { balloon, allocatable } = await sizeOf('node-a')
  const ran = await nodesize(['uninstall', '--yes'])
  expect(ran).toMatchObject({ exit: 0, stdout: deleted })
  expect(ran.stderr).toContain(`capacity that will be returned:\n  node/node-a: ${balloon.cpu}/${balloon.memory}\n`)
  expect(await balloonPods()).toEqual([])
  expect(await sizeOf('node-a')).toMatchObject({ state: 'NotManaged', size: allocatable })
})

test('the second time there is nothing to do', async () => {
  await nodesize(['install', image])
  await nodesize(['uninstall', '--yes'])
  const ran = await nodesize(['uninstall', '--yes'])
  expect(ran).toEqual({ exit: 0, stdout: '', stderr: 'nodesize is not installed in namespace kube-system\n' })
})

test('in a namespace without an installation it is refused, and names the other namespace', async () => {
  await nodesize(['install', image])
  const before = await ownObjects()
  const ran = await nodesize(['uninstall', '--yes', '-n', 'default'])
  const stderr = 'error: nodesize is installed in namespace kube-system: use -n kube-system\n'
  expect(ran).toEqual({ exit: 5, stdout: '', stderr })
  expect(await ownObjects()).toEqual(before)
})

test.each(['client', 'server'])('--dry-run=%s asks nobody and removes nothing', async (mode) => {
  await nodesize(['install', image])
  const before = await ownObjects()
  const ran = await nodesize(['uninstall', `--dry-run=${mode}`])
  expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('daemonset.apps/nodesize-balloon deleted (') })
  expect(await ownObjects()).toEqual(before)
})

test('what is not ours is kept', async () => {
  await nodesize(['install', image])
  await kubectl(['label', 'clusterrole', 'nodesize-operator', 'app.kubernetes.io/managed-by=us', '--overwrite'])
  const ran = await nodesize(['uninstall', '--yes'])
  expect(ran).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining('kept: ClusterRole nodesize-operator was not made by nodesize install'),
  })
  expect(await kubectl(['get', 'clusterrole', 'nodesize-operator', '-o=name'])).not.toBe('')
  expect(await ownObjects()).toEqual([])
})

test('a namespace of ours goes too', async () => {
  await nodesize(['install', image, '--namespace=balloons-ours'])
  const ran = await nodesize(['uninstall', '--yes', '--namespace=balloons-ours'])
  expect(ran).toMatchObject({ exit: 0, stdout: `${deleted}namespace/balloons-ours deleted\n` })
  expect(await phaseOf('balloons-ours')).not.toBe('Active')
})

test('a namespace that was there before stays', async () => {
  await kubectl(['create', 'namespace', 'balloons-theirs'])
  await nodesize(['install', image, '--namespace=balloons-theirs'])
  expect(await nodesize(['uninstall', '--yes', '--namespace=balloons-theirs'])).toMatchObject({
    exit: 0,
    stdout: deleted,
  })
  expect(await phaseOf('balloons-theirs')).toBe('Active')
})

test('a namespace of ours stays while somebody else has pods in it', async () => {
  await nodesize(['install', image, '--namespace=balloons-shared'])
  await applyObjects([pausePod({ name: 'lodger', namespace: 'balloons-shared' })])
  const ran = await nodesize(['uninstall', '--yes', '--namespace=balloons-shared'])
  expect(ran).toMatchObject({ exit: 0, stdout: deleted })
  expect(ran.stderr).toContain('kept: Namespace balloons-shared is in use: Pod lodger')
  expect(await phaseOf('balloons-shared')).toBe('Active')
})

/** Empty when it is gone. */
const phaseOf = (namespace: string): Promise<string> =>
  kubectl(['get', 'namespace', namespace, '--ignore-not-found', '--output=jsonpath={.status.phase}'])
