import { afterEach, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { kubectl } from '../kubectl.ts'
import { until } from '../until.ts'
import { ctrlC } from './ctrl-c.ts'
import { image, ownObjects, removeInstallations } from './installation.ts'
import { keepWorkloadsStanding } from './standing.ts'

keepWorkloadsStanding()

/** Namespaces take their time to go: each test has one of its own. */
const elsewhere = (name: string): string => `--namespace=balloons-${name}`
const names = [
  'priorityclass.scheduling.k8s.io/nodesize-balloon',
  'validatingadmissionpolicy.admissionregistration.k8s.io/nodesize-operator',
  'validatingadmissionpolicybinding.admissionregistration.k8s.io/nodesize-operator',
  'validatingadmissionpolicy.admissionregistration.k8s.io/nodesize-sizes',
  'validatingadmissionpolicybinding.admissionregistration.k8s.io/nodesize-sizes',
  'configmap/nodesize-sizes-0 to nodesize-sizes-f',
  'clusterrole.rbac.authorization.k8s.io/nodesize-operator',
  'clusterrole.rbac.authorization.k8s.io/nodesize-cordon',
  'daemonset.apps/nodesize-balloon',
]
const unlabelled =
  'warning: no node gets a balloon: none of 2 linux nodes has the label nodesize.kubeletcfg.dev/enabled=true (kubectl label node NODE nodesize.kubeletcfg.dev/enabled=true)\n'
const lines = (all: readonly string[], done: string): string => all.map((name) => `${name} ${done}\n`).join('')

afterEach(removeInstallations)

test('the second time, nothing changes', async () => {
  expect(await nodesize(['install', image])).toEqual({ exit: 0, stderr: unlabelled, stdout: lines(names, 'created') })
  const before = await ownObjects()
  expect(before).toHaveLength(24)
  expect(await nodesize(['install', image])).toEqual({ exit: 0, stderr: unlabelled, stdout: lines(names, 'unchanged') })
  expect(await ownObjects()).toEqual(before)
})

test('another image changes the DaemonSet, and nothing else', async () => {
  await nodesize(['install', image])
  const stdout = lines(names.slice(0, -1), 'unchanged') + lines(names.slice(-1), 'configured')
  const ran = await nodesize(['install', '--image=localhost/pause:other'])
  expect(ran).toEqual({ exit: 0, stdout, stderr: unlabelled })
})

test.each([[[]], [[elsewhere('dry')]]])('a dry run on the server writes nothing %j', async (where) => {
  const ran = await nodesize(['install', image, '--dry-run=server', ...where])
  expect(ran).toMatchObject({ exit: 0, stderr: unlabelled })
  expect(ran.stdout).toContain(lines(names, 'created (server dry run)'))
  expect(await ownObjects()).toEqual([])
})

test.each([[[]], [[elsewhere('applied')]]])(
  'what it prints can be applied with kubectl, and is what it would have made %j',
  async (where) => {
    const { stdout: manifests } = await nodesize(['install', image, '--dry-run=client', '-o', 'yaml', ...where])
    expect(await ownObjects()).toEqual([])
    await kubectl(['apply', '--filename=-'], { input: manifests })
    const ran = await nodesize(['install', image, ...where])
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining(lines(names, 'unchanged')) })
  },
)

test('a namespace that is not there is made, with our label', async () => {
  const ran = await nodesize(['install', image, elsewhere('made')])
  expect(ran).toEqual({ exit: 0, stderr: unlabelled, stdout: lines(['namespace/balloons-made', ...names], 'created') })
  expect(await ownObjects()).toContainEqual(expect.stringMatching(/^Namespace\/balloons-made /))
})

test('a second installation in another namespace is refused', async () => {
  await nodesize(['install', image])
  const before = await ownObjects()
  const ran = await nodesize(['install', image, elsewhere('second')])
  expect(ran).toMatchObject({ exit: 5, stdout: '' })
  expect(ran.stderr).toContain('nodesize is already installed in namespace kube-system')
  expect(ran.stderr).toContain('hint: to change that installation, use -n kube-system')
  expect(await ownObjects()).toEqual(before)
})

test('--wait ends at its deadline, and reports which balloons cannot start and why', async () => {
  const ran = await nodesize(['install', '--image=localhost/missing:1', '--all-nodes', '--wait', '--timeout=20s'])
  expect(ran).toMatchObject({ exit: 7, stdout: lines(names, 'created') })
  expect(ran.stderr).toMatch(/^error: installed, but 2 balloons are not ready$/m)
  expect(ran.stderr).toMatch(/^ {2}node 'node-a' has a balloon that cannot start: (ErrImage|ImagePull)/m)
})

test('--wait ends on Ctrl-C, and reports what is missing', async () => {
  const { onStart, press } = ctrlC()
  const running = nodesize(['install', '--image=localhost/missing:1', '--all-nodes', '--wait'], { onStart })
  await until(async () => (await ownObjects()).length >= 3, 'nothing is installed')
  setTimeout(press, 3_000)
  const ran = await running
  expect(ran).toMatchObject({ exit: 130, stdout: lines(names, 'created') })
  expect(ran.stderr).toMatch(/^error: installed, but (a balloon is|2 balloons are) not ready$/m)
})
