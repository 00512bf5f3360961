import { expect } from '@jest/globals'
import { globalTarget, nodeTarget, type Target, type WantedTargets } from '../src/lib/documents/target.ts'
import { applyDelete } from '../src/lib/fleet/delete/delete-apply.ts'
import { planDelete } from '../src/lib/fleet/delete/delete-documents.ts'
import { diffDocument, diffDocuments } from '../src/lib/fleet/diff/diff-document.ts'
import { listHistories } from '../src/lib/fleet/history/list-history.ts'
import { getDocument, getDocuments } from '../src/lib/fleet/list/get-document.ts'
import { listDocuments } from '../src/lib/fleet/list/list-documents.ts'
import { applyRolloutPlan, planPolicy } from '../src/lib/fleet/rollout/change-rollout.ts'
import { controllerLeads } from '../src/lib/fleet/rollout/controller-leads.ts'
import { readRolloutView } from '../src/lib/fleet/rollout/read-rollout.ts'
import { showDocument } from '../src/lib/fleet/rollout/show-document.ts'
import { waitForRollout } from '../src/lib/fleet/rollout/wait-for-rollout.ts'
import { sourceOf, sourcesOf } from '../src/lib/fleet/source/source.ts'
import type { SomeNodes } from '../src/lib/nodes/node-selection.ts'
import { releasesInCluster } from '../src/lib/nodes/releases-in-cluster.ts'
import { defaultPolicy } from '../src/lib/rollouts/policy.ts'
import { clusterOf, limits, put } from './lib/cluster/clusters.ts'
import {
  doctor,
  doctorOfRollout,
  effective,
  effectiveOf,
  history,
  optOutOf,
  rollback,
  status,
  untilRunning,
} from './lib/fleet/control/verbs.ts'
import { editAndPush, type Hand } from './lib/fleet/edit/edits.ts'
import { fileWith, folderOf, header, pushAll, pushTo, requestOf } from './lib/fleet/push/pushes.ts'
import { report, stored } from './lib/fleet/status/reports.ts'
import type { InProcess } from './support/in-process.ts'
import { testRequests } from './support/requests.ts'

const nodeA = nodeTarget('node-a')
const nodes = ['node-a', 'node-b', 'node-c']
const three = nodes.map((name) => ({ name }))

/** Three nodes, and a document for all and one for node-a, as they were pushed. */
async function withDocuments(): Promise<InProcess> {
  const world = clusterOf(...three)
  await pushTo(world, 'maxPods: 50\n', { targets: [globalTarget, nodeA], acceptedRisks: ['drain'] })
  return world
}
/** As they were made with kubectl. */
function withHandMade(): InProcess {
  const world = clusterOf(...three)
  for (const target of [globalTarget, nodeA]) put(world, target, `${header}maxPods: 50\n`)
  return world
}
const withoutDocuments = () => clusterOf(...three)
const releases = ({ cluster }: InProcess) => releasesInCluster(cluster, [], limits)
/** Balloons may be in its way. */
const lessAllocatable = 'maxPods: 50\nkubeReserved: {cpu: 500m}\n'
const push =
  (body: string, ...targets: Target[]) =>
  async (world: InProcess) => {
    const { outcomes } = await pushTo(world, body, { targets, acceptedRisks: ['drain'] })
    expect(outcomes.map(({ failure }) => failure)).toEqual(targets.map(() => undefined))
  }
const edit = (hand: Hand) => (world: InProcess) => editAndPush(world, hand)
/** The documents of so many nodes, and the global one. */
const folder = (nodes: number, without?: 'without global') => {
  const names = Array.from({ length: nodes }, (_, i) => `node-${String.fromCharCode(97 + i)}.yaml`)
  const files = without === undefined ? ['global.yaml', ...names] : names
  return requestOf(folderOf(Object.fromEntries(files.map((file) => [file, `${header}maxPods: 60\n`]))))
}
const pushFolder =
  (...asked: Parameters<typeof folder>) =>
  async (world: InProcess) => {
    const { outcomes } = await pushAll(world, folder(...asked))
    expect(outcomes.filter(({ failure }) => failure !== undefined)).toEqual([])
  }
const withFolder = (nodes: number) => async () => {
  const world = withoutDocuments()
  await pushAll(world, folder(nodes))
  return world
}
const remove = (target: Target) => async (world: InProcess) => {
  const wanted = { targets: [target], skipValidation: true, acceptedRisks: [] } as const
  const plan = await planDelete(world.cluster, wanted, limits)
  await applyDelete(world.cluster, { plan, dryRun: 'none' }, limits)
}
async function withTwoRevisions(): Promise<InProcess> {
  const world = await withDocuments()
  await pushTo(world, 'maxPods: 60\n', { targets: [nodeA] })
  return world
}
async function withRunning(): Promise<InProcess> {
  const world = await withDocuments()
  const assigned = await stored(world, nodeA)
  report(world, 'node-a', { phase: 'Good', assigned, active: assigned })
  return world
}
async function withNewer(): Promise<InProcess> {
  const world = await withRunning()
  await pushTo(world, 'maxPods: 60\n', { targets: [nodeA] })
  return world
}
async function withPolicy(): Promise<InProcess> {
  const world = await withDocuments()
  const plan = await planPolicy(world.cluster, { policy: defaultPolicy, force: false }, limits)
  await applyRolloutPlan(world.cluster, { plan, planAgain: async () => plan, dryRun: 'none' }, limits)
  return world
}
const rolloutStatus = ({ cluster }: InProcess) =>
  Promise.all([readRolloutView(cluster, limits), controllerLeads(cluster, limits)])
async function untilPromoted({ cluster, clock }: InProcess): Promise<void> {
  const world = { cluster, clock, report: () => undefined, notice: () => undefined }
  expect((await waitForRollout(world, { timeoutMs: 60_000 }, limits)).failure).toBeUndefined()
}
function withAgent(): InProcess {
  const world = withoutDocuments()
  report(world, 'node-a', {})
  return world
}
const diff = (target: Target) => (world: InProcess) =>
  diffDocument(world.cluster, { ...fileWith('maxPods: 60\n'), target }, limits)
const diffOf = (wanted: WantedTargets) => (world: InProcess) =>
  diffDocuments(world.cluster, { ...fileWith(lessAllocatable), wanted }, limits)

const os = 'kubernetes.io/os=linux'
const getOf = (wanted: WantedTargets) => (world: InProcess) => getDocuments(world.cluster, wanted, limits)
const historiesOf = (wanted: WantedTargets) => (world: InProcess) => listHistories(world.cluster, wanted, limits)
const sourcesOfAll = (wanted: SomeNodes) => (world: InProcess) => sourcesOf(world.cluster, wanted, limits)

testRequests([
  ['kubeletcfg list', 2, 1, 3, withDocuments, (world) => listDocuments(world.cluster, limits)],
  ['kubeletcfg get', 1, 1, 3, withDocuments, ({ cluster }) => getDocument(cluster, nodeA, limits)],
  ['kubeletcfg get of 3 nodes', 3, 1, 3, withDocuments, getOf(nodes.map(nodeTarget))],
  ['kubeletcfg get -l', 2, 1, 3, withDocuments, getOf({ selector: os })],
  ['kubeletcfg source', 4, 1, 3, withDocuments, (world) => sourceOf(world.cluster, 'node-a', limits)],
  ['kubeletcfg source of 3 nodes', 8, 1, 3, withDocuments, sourcesOfAll({ by: 'name', names: nodes })],
  ['kubeletcfg source -l', 3, 1, 3, withDocuments, sourcesOfAll({ by: 'label', selector: os })],
  ['kubeletcfg diff --node', 3, 1, 3, withDocuments, diff(nodeA)],
  ['kubeletcfg diff --global', 2, 1, 3, withDocuments, diff(globalTarget)],
  ['kubeletcfg diff of 3 nodes, with less allocatable', 8, 2, 4, withDocuments, diffOf(nodes.map(nodeTarget))],
  ['kubeletcfg diff -l, with less allocatable', 3, 2, 4, withDocuments, diffOf({ selector: os })],
  ['kubeletcfg push --node, new', 8, 3, 5, withoutDocuments, push('maxPods: 60\n', nodeA)],
  ['kubeletcfg push --node, first of an agent', 9, 4, 6, withAgent, push('maxPods: 60\n', nodeA)],
  ['kubeletcfg push --node, changed', 8, 3, 5, withDocuments, push('maxPods: 60\n', nodeA)],
  ['kubeletcfg push --node, unchanged', 6, 1, 3, withDocuments, push('maxPods: 50\n', nodeA)],
  ['kubeletcfg push --global, changed', 9, 3, 5, withDocuments, push('maxPods: 60\n', globalTarget)],
  ['kubeletcfg push --global, with less allocatable', 10, 4, 6, withDocuments, push(lessAllocatable, globalTarget)],
  ['kubeletcfg push to 3 nodes, new', 16, 3, 5, withoutDocuments, push('maxPods: 60\n', ...nodes.map(nodeTarget))],
  ['kubeletcfg push of a folder, unchanged', 7, 1, 3, withFolder(3), pushFolder(3)],
  ['kubeletcfg push of a folder, new', 15, 5, 7, withoutDocuments, pushFolder(3)],
  ['kubeletcfg push of 8 nodes', 36, 3, 5, withoutDocuments, pushFolder(8, 'without global')],
  ['kubeletcfg push of 24 nodes', 53, 7, 11, withoutDocuments, pushFolder(24, 'without global')],
  ['kubeletcfg edit, changed', 10, 4, 8, withDocuments, edit((text) => text.replace('50', '60'))],
  ['kubeletcfg edit, unchanged', 1, 1, 3, withDocuments, edit((text) => text)],
  ['kubeletcfg status', 2, 1, 3, withDocuments, status({ by: 'all' })],
  ['kubeletcfg status NODE', 3, 1, 3, withDocuments, status({ by: 'name', names: ['node-a'] })],
  ['kubeletcfg doctor NODE', 18, 1, 3, withRunning, doctor('node-a')],
  ['kubeletcfg doctor --rollout', 23, 2, 4, withPolicy, doctorOfRollout],
  ['kubeletcfg effective NODE', 4, 1, 3, withRunning, effective('node-a')],
  ['kubeletcfg effective NODE, after another push', 5, 2, 4, withNewer, effective('node-a')],
  ['kubeletcfg effective of 3 nodes', 10, 1, 3, withRunning, effectiveOf({ by: 'name', names: nodes })],
  ['kubeletcfg effective -l', 5, 2, 6, withRunning, effectiveOf({ by: 'label', selector: os })],
  ['kubeletcfg history --global', 3, 1, 3, withDocuments, history(globalTarget)],
  ['kubeletcfg history --node', 3, 1, 3, withDocuments, history(nodeA)],
  ['kubeletcfg history of 3 nodes', 7, 1, 3, withDocuments, historiesOf(nodes.map(nodeTarget))],
  ['kubeletcfg history -l', 3, 2, 4, withDocuments, historiesOf({ selector: os })],
  ['kubeletcfg rollback --node', 11, 4, 8, withTwoRevisions, rollback],
  ['kubeletcfg push --node --wait, running', 8, 3, 5, withRunning, untilRunning],
  ['kubeletcfg rollout status', 4, 1, 3, withPolicy, rolloutStatus],
  ['kubeletcfg rollout status --wait, promoted', 7, 2, 4, withPolicy, untilPromoted],
  ['kubeletcfg rollout show', 1, 1, 3, withPolicy, ({ cluster }) => showDocument(cluster, 'promoted', limits)],
  ['kubeletcfg rollout history', 1, 1, 3, withPolicy, ({ cluster }) => cluster.rollouts.read(limits)],
  ['kubeletcfg opt-out of 3 nodes', 10, 2, 4, withDocuments, optOutOf(...nodes)],
  ['kubeletcfg opt-out --all, of 3 nodes', 5, 2, 6, withDocuments, optOutOf()],
  ['kubeletcfg validate for a cluster', 1, 1, 3, withoutDocuments, releases],
  ['kubeletcfg delete --node', 6, 4, 6, withDocuments, remove(nodeA)],
  ['kubeletcfg delete --node, hand-made', 4, 2, 4, withHandMade, remove(nodeA)],
  ['kubeletcfg delete --global', 7, 4, 6, withDocuments, remove(globalTarget)],
])
