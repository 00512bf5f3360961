import { afterAll, afterEach, expect } from '@jest/globals'
import { balloon, desired } from '../../../src/lib/names.ts'
import { nodesize } from '../commands.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import { type NodeName, nodes } from '../machine/nodes.ts'
import { until } from '../until.ts'
import { pauseImage } from '../versions.ts'
import { untilSettled } from './balloons.ts'
import { keepWorkloadsStanding } from './standing.ts'

export const image = `--image=${pauseImage}`

const names = nodes.map(({ name }) => name)

export async function labelNodes(...wanted: readonly NodeName[]): Promise<void> {
  await kubectl(['label', 'node', ...wanted, `${balloon.optInLabel.key}=${balloon.optInLabel.value}`])
}

export async function unlabelNodes(...wanted: readonly NodeName[]): Promise<void> {
  await kubectl(['label', 'node', ...wanted, `${balloon.optInLabel.key}-`])
}

/** Names, uids and generations of everything in the cluster that bears our label and is there to stay. */
export async function ownObjects(): Promise<readonly string[]> {
  const { key, value } = balloon.ownerLabel
  const { items } = await kubectlJson<{ items: OwnObject[] }>([
    'get',
    'namespace,priorityclass,clusterrole,validatingadmissionpolicy,validatingadmissionpolicybinding,configmap,daemonset',
    '--all-namespaces',
    `--selector=${key}=${value}`,
  ])
  return items
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map(({ kind, metadata: { name, uid, generation = 0 } }) => `${kind}/${name} ${uid} ${generation}`)
}

/** Wherever they are, and with the namespaces that were made for them, which take their time to go. */
export async function removeInstallations(): Promise<void> {
  const daemonSets = ['daemonset', '--all-namespaces', `--field-selector=metadata.name=${balloon.daemonSet}`]
  await kubectl(['delete', ...daemonSets, '--cascade=foreground'])
  await kubectl(['delete', 'configmap', '--all-namespaces', `--selector=${desired.label.key}=${desired.label.value}`])
  await kubectl(['delete', 'clusterrole', balloon.clusterRole, balloon.cordonRole, '--ignore-not-found'])
  const policies = 'validatingadmissionpolicybinding,validatingadmissionpolicy'
  await kubectl(['delete', policies, balloon.policy, desired.policy, '--ignore-not-found'])
  await kubectl(['delete', 'priorityclass', balloon.priorityClass, '--ignore-not-found'])
  const namespaces = (await kubectl(['get', 'namespaces', '--output=name'])).split('\n')
  const ours = namespaces.filter((name) => name.startsWith('namespace/balloons-'))
  if (ours.length > 0) await kubectl(['delete', ...ours, '--wait=false', '--ignore-not-found'])
}

interface OwnObject {
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly uid: string
    readonly generation?: number
    readonly deletionTimestamp?: string
  }
}

/**
 * Both nodes have a balloon and workloads of standing.ts while the tests of a file run, and each test finds them at their
 * full size.
 */
export function keepInstalled(): void {
  keepWorkloadsStanding(install)
  afterEach(async () => {
    // A balloon that has just been replaced, or a kubelet that has just started, may need another try.
    await until(async () => (await nodesize(['reset', ...names])).exit === 0, 'the nodes cannot be reset')
    await untilSettled(...names)
  })
  afterAll(async () => {
    await run('uninstall', '--yes')
    await unlabelNodes(...names)
  })
}

async function install(): Promise<void> {
  await labelNodes(...names)
  await run('install', image)
  await untilSettled(...names)
}

async function run(...args: readonly string[]): Promise<void> {
  expect(await nodesize(args)).toMatchObject({ exit: 0 })
}
