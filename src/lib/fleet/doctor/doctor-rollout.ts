import type { ObjectBody } from '../../api/object.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { type Findings, type Verdict, verdictOf } from '../../message/findings.ts'
import { controller, rollout } from '../../names.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import { forEachTarget, unlessRefused } from '../../ports/outcomes.ts'
import type { Cluster } from '../cluster.ts'
import { controllerLeads } from '../rollout/controller-leads.ts'
import { readRolloutView } from '../rollout/read-rollout.ts'
import { TriedProbes } from '../rollout/tried-probes.ts'
import { WatchedPods } from '../rollout/watched-pods.ts'
import { type Asked, isAllowed, policiesMissing } from './look.ts'
import { lookAtWebhook } from './look-at-webhook.ts'
import { type ControllerObject, rolloutFindingsOf } from './rollout-findings.ts'

/** Whether rollouts of the global document work, as far as the cluster shows it. */
export interface RolloutDiagnosis extends Findings {
  readonly verdict: Verdict
  /** Of the documents. */
  readonly namespace: string
}

export interface RolloutPatient {
  readonly cluster: Cluster
  readonly clock: Clock
  /** Names of the policies that `agent manifests` makes. */
  readonly policies: readonly string[]
  /** What `controller manifests` prints, with the webhook or without it. */
  readonly controllerObjects: (hasWebhook: boolean) => readonly ObjectBody[]
}

/** What lets the controller do its work, and what limits it. The others do not keep rollouts from working. */
const essential: ReadonlySet<string> = new Set([
  ...['ServiceAccount', 'ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  ...['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'],
])
const isEssential = ({ kind }: ObjectBody): boolean => essential.has(kind)
const readsAtATime = 5

/** Reads what the user may read, and changes nothing. Rejects where the nodes or the documents cannot be read. */
export async function diagnoseRollout(patient: RolloutPatient, limits: Limits): Promise<RolloutDiagnosis> {
  const { cluster, clock, policies, controllerObjects } = patient
  const { namespace } = cluster.documents
  const [view, leads, deployment, live, missingPolicies, right, webhook] = await concurrently([
    readRolloutView(cluster, limits),
    controllerLeads(cluster, limits),
    unlessRefused(cluster.objects.read(deploymentOf, limits)),
    // What it needs for a webhook is in the same objects.
    readObjects(cluster, controllerObjects(true).filter(isEssential), limits),
    policiesMissing(cluster, policies, limits),
    isAllowed(cluster, rightTo(namespace), limits),
    lookAtWebhook(cluster, limits),
  ])
  const [pods, probes] = await concurrently([
    new WatchedPods(cluster.podSigns, clock).seenIn(view, limits),
    new TriedProbes(cluster.probes, clock).seenIn(view, limits),
  ])
  const hasWebhook = servesWebhook(deployment.value as Workload | undefined)
  const wanted = controllerObjects(hasWebhook).filter(isEssential)
  const objects = live && wanted.map((one): ControllerObject => ({ wanted: one, live: live.get(idOf(one)) }))
  const isInstalled = deployment.failure === undefined ? deployment.value !== undefined : undefined
  const findings = rolloutFindingsOf({
    ...{
      view: { ...view, pods, probes },
      leads,
      isInstalled,
      objects,
      missingPolicies,
      rights: [right],
      webhook,
      hasWebhook,
    },
  })
  return { ...findings, verdict: verdictOf(findings), namespace }
}

const deploymentOf: ObjectBody = {
  ...{ apiVersion: 'apps/v1', kind: 'Deployment' },
  metadata: { name: controller.name, namespace: controller.namespace },
}

interface Workload {
  readonly spec?: { readonly template?: { readonly spec?: { readonly containers?: readonly Container[] } } }
}

interface Container {
  readonly args?: readonly string[]
}

const servesWebhook = (deployment: Workload = {}): boolean =>
  deployment.spec?.template?.spec?.containers?.some(({ args = [] }) =>
    args.some((argument) => argument.startsWith('--webhook-address=')),
  ) ?? false

/** Of pause, resume, abort, approve, retry and promote. */
const rightTo = (namespace: string): Asked => ({
  ...{ command: 'rollout', verb: 'patch', resource: `configmaps/${rollout.configMap}` },
  kind: { apiVersion: 'v1', kind: 'ConfigMap', namespace, named: rollout.configMap },
})

const idOf = ({ kind, metadata: { namespace = '', name } }: ObjectBody): string => `${kind} ${namespace}/${name}`

/** Those that there are. undefined: one of them may not be read, or a server has no such policies. */
async function readObjects(
  { objects }: Cluster,
  wanted: readonly ObjectBody[],
  limits: Limits,
): Promise<ReadonlyMap<string, ObjectBody> | undefined> {
  const found = await forEachTarget(wanted, (one) => objects.read(one, limits), readsAtATime)
  for (const { failure } of found) if (failure?.code === 'interrupted') throw failure
  if (found.some(({ failure }) => failure !== undefined)) return undefined
  return new Map(wanted.flatMap((one, i) => (found[i]?.value === undefined ? [] : [[idOf(one), found[i].value]])))
}
