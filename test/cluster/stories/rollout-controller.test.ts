import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { controller, rollout } from '../../../src/lib/names.ts'
import { kubeletcfg } from '../commands.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import { type Replica, startReplicaOf } from '../replica.ts'
import { until } from '../until.ts'
import { type ControllerRights, giveControllerRights, removeControllerRights } from './controller-rights.ts'
import { fatalField } from './log-files.ts'
import {
  countStartsOn,
  freshLogFiles,
  makeFleet,
  onEach,
  removeConfigMaps,
  removeFleet,
  rolloutStatus,
  setPolicy,
  storeGlobal,
  storeGlobalLogFiles,
  untilRuns,
  untilTrial,
} from './rollouts.ts'

let nodes: readonly string[] = []
let rights: ControllerRights
const replicas: Replica[] = []

beforeAll(async () => {
  nodes = await makeFleet(4)
  rights = await giveControllerRights()
  const input = rights.manifests
  await kubectl(['apply', '--dry-run=server', '--filename=-', '--warnings-as-errors'], { input })
}, 300_000)

afterEach(async () => {
  await Promise.all(
    replicas.splice(0).map(async (replica) => {
      process.kill(replica.pid, 'SIGCONT')
      await replica.end('SIGTERM')
    }),
  )
}, 60_000)

afterAll(async () => {
  await removeControllerRights(rights)
  await removeFleet(nodes)
}, 120_000)

/** With the rights that are printed, and no others. */
async function start(): Promise<Replica> {
  const lease = `--leader-elect-resource-namespace=${controller.namespace}`
  const replica = await startReplicaOf(kubeletcfg, ['controller', 'run', lease], rights.kubeconfig)
  replicas.push(replica)
  return replica
}

const follows = (replica: Replica): boolean => replica.log().some(({ reason }) => reason === 'ControllerFollows')

const untilFollows = (replica: Replica) => until(async () => follows(replica), 'the replica does not lead')

const setWaves = () => setPolicy({ waves: '[canary, 50%, 100%]', soak: '5s' })

const inPhase = (phase: string) => until(async () => (await rolloutStatus()).phase === phase, `it is not ${phase}`)

interface Told {
  readonly items: ReadonlyArray<{ readonly type: string; readonly reason: string }>
}

const eventsOfRollout = async (): Promise<readonly string[]> => {
  const about = `--field-selector=involvedObject.kind=ConfigMap,involvedObject.name=${rollout.configMap}`
  const { items } = await kubectlJson<Told>(['get', 'events', '--namespace=kube-system', about])
  return items.map(({ type, reason }) => `${type} ${reason}`)
}

test('what is stored reaches all nodes in waves, and what kills kubelets only the canary, with nobody there', async () => {
  expect(await setWaves()).toMatchObject({ exit: 0 })
  const [one, other] = [await start(), await start()]
  await until(async () => follows(one) !== follows(other), 'not exactly one of them leads')
  const good = freshLogFiles()
  await storeGlobalLogFiles(nodes[0]!, good)
  await onEach(nodes, (node) => untilRuns(node, good))
  await inPhase('Idle')

  const starts = await countStartsOn(nodes)
  await storeGlobal(nodes[0]!, fatalField)
  await until(async () => (await rolloutStatus()).past[0]?.outcome === 'Aborted', 'it is not aborted')
  await onEach(nodes, (node) => untilRuns(node, good))
  expect((await starts()).filter((count) => count > 0)).toHaveLength(1)
  const status = await kubeletcfg(['rollout', 'status'])
  expect(status.stdout).toContain('was aborted')
  expect(await eventsOfRollout()).toEqual(
    expect.arrayContaining(['Normal RolloutPromoted', 'Warning RolloutAborting', 'Warning RolloutAborted']),
  )
  // Its rights, and the policy, leave it nothing else.
  expect(replicas.flatMap((replica) => replica.log()).map(({ reason }) => reason)).not.toContain('RolloutNotMoved')
}, 600_000)

test('a leader that is killed, or frozen, in mid-wave is followed by the other one, and changes nothing later', async () => {
  expect(await setWaves()).toMatchObject({ exit: 0 })
  const first = await start()
  await untilFollows(first)
  const second = await start()
  const starts = await countStartsOn(nodes)
  const count = freshLogFiles()
  await storeGlobalLogFiles(nodes[0]!, count)
  await Promise.any(nodes.map(untilTrial))
  process.kill(first.pid, 'SIGSTOP')
  await untilFollows(second)
  const third = await start()
  await second.end('SIGKILL')
  replicas.splice(replicas.indexOf(second), 1)
  await untilFollows(third)
  process.kill(first.pid, 'SIGCONT')
  expect(await first.ended).not.toBe(0)
  replicas.splice(replicas.indexOf(first), 1)
  await onEach(nodes, (node) => untilRuns(node, count))
  await inPhase('Idle')
  expect(await starts()).toEqual([1, 1, 1, 1])
}, 600_000)

test('a person who runs the rollout beside it, and an abort, do no harm', async () => {
  expect(await setWaves()).toMatchObject({ exit: 0 })
  await untilFollows(await start())
  const count = freshLogFiles()
  await storeGlobalLogFiles(nodes[0]!, count)
  expect(await kubeletcfg(['rollout', 'run', '--timeout=6m'])).toMatchObject({ exit: 0 })
  await onEach(nodes, (node) => untilRuns(node, count))
  await storeGlobalLogFiles(nodes[0]!, freshLogFiles())
  await Promise.any(nodes.map(untilTrial))
  expect(await kubeletcfg(['rollout', 'abort', '--yes'])).toMatchObject({ exit: 0 })
  await inPhase('Idle')
  await onEach(nodes, (node) => untilRuns(node, count))
}, 600_000)

test('it can write nothing but its object, and sets the default policy where that is gone', async () => {
  const object = `${nodes[0]}-kubelet-configuration`
  const forbidden = ['create', 'configmap', object, '--namespace=kube-system', '--from-literal=kubelet=x']
  await expect(kubectl(forbidden, { kubeconfig: rights.kubeconfig })).rejects.toThrow('denied')
  // What all nodes run is stored: they hold it while the object is gone.
  await storeGlobal(nodes[0]!, `containerLogMaxFiles: ${await promoted()}`)
  await removeConfigMaps(rollout.configMap)
  const starts = await countStartsOn(nodes)
  const replica = await start()
  await until(async () => replica.log().some(({ reason }) => reason === 'PolicyByDefault'), 'it sets none')
  expect((await kubeletcfg(['rollout', 'get-policy'])).stdout).toContain('canary')
  expect(await starts()).toEqual([0, 0, 0, 0])
}, 300_000)

/** The number in what all nodes run. */
async function promoted(): Promise<number> {
  const { data } = await kubectlJson<{ data: Record<string, string> }>([
    ...['get', 'configmap', rollout.configMap, '--namespace=kube-system'],
  ])
  return Number(/containerLogMaxFiles: (\d+)/.exec(data[rollout.key.promoted]!)?.[1])
}
