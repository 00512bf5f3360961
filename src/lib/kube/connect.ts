import type { OutgoingHttpHeaders } from 'node:http'
import { Failure } from '../failure.ts'
import { systemClock } from '../host/clock.ts'
import { defaultNamespace } from '../names.ts'
import type { Clock } from '../ports/clock.ts'
import type { Cluster } from '../ports/cluster.ts'
import { connectionsTo } from './http/connections.ts'
import { transportTo } from './http/node-transport.ts'
import { type Rest, restOver } from './http/rest.ts'
import { warningsTo } from './http/warnings.ts'
import { chooseContext } from './login/context.ts'
import { credentialsOf } from './login/credentials.ts'
import type { KubeUser } from './login/kubeconfig.ts'
import { findKubeconfig } from './login/kubeconfig-find.ts'
import { accessOver } from './resources/access.ts'
import { balloonsOver } from './resources/balloons.ts'
import { documentsOver } from './resources/documents.ts'
import { nodesOver } from './resources/nodes.ts'
import { objectsOver } from './resources/objects.ts'
import { usualTiming, type WatchTiming } from './watch/watch.ts'

/** Which cluster to talk to, as whom, and how patiently; what is left out comes from the kubeconfig. */
export interface ConnectOptions {
  /** Path of a kubeconfig; without it $KUBECONFIG, ~/.kube/config, or the pod's service account. */
  readonly kubeconfig?: string | undefined
  readonly context?: string | undefined
  readonly cluster?: string | undefined
  readonly user?: string | undefined
  /** Namespace of the documents and of the balloons; kube-system without it. */
  readonly namespace?: string | undefined
  /** User and groups to impersonate. */
  readonly as?: string | undefined
  readonly asGroups?: readonly string[] | undefined
  /** For a call without a timeout of its own; 30 000 without it. */
  readonly requestTimeoutMs?: number | undefined
  readonly userAgent: string
  /** For deadlines, pauses and what expires; the machine's without it. */
  readonly clock?: Clock | undefined
  /** Takes each text of a Warning header that the API server sends, once per connection. */
  readonly onWarning?: ((text: string) => void) | undefined
}

const usualTimeoutMs = 30_000
const firstBackoffMs = 200
/** A page of 500 big objects has a few MiB, an old list in one piece more. */
const longestAnswerBytes = 128 * 2 ** 20

/**
 * Finds the kubeconfig and reads its certificates; sends nothing yet. Rejects with Failure 'usage' when there is nothing
 * to connect to.
 */
export async function connect(options: ConnectOptions): Promise<Cluster> {
  const { clock = systemClock } = options
  const { cluster, user } = chooseContext(await findKubeconfig(options.kubeconfig), options)
  const transport = transportTo({
    server: cluster.server,
    credentials: await credentialsOf(user, { cluster, clock }),
    connectionFor: await connectionsTo(cluster),
    headers: headersFor(options, user),
  })
  const line = {
    transport,
    clock,
    warn: warningsTo(options.onWarning ?? (() => {})),
    backoffMs: firstBackoffMs,
    maxBytes: longestAnswerBytes,
  }
  const rest = restOver(line, options.requestTimeoutMs ?? usualTimeoutMs)
  return clusterOver(rest, { namespace: options.namespace ?? defaultNamespace, timing: usualTiming })
}

export function clusterOver(rest: Rest, { namespace, timing }: { namespace: string; timing: WatchTiming }): Cluster {
  return {
    documents: documentsOver(rest, namespace, timing),
    nodes: nodesOver(rest),
    balloons: balloonsOver(rest, namespace, timing),
    objects: objectsOver(rest),
    access: accessOver(rest),
  }
}

/** --as takes the place of what the kubeconfig impersonates, all of it. */
function headersFor({ userAgent, as, asGroups = [] }: ConnectOptions, user: KubeUser | undefined): OutgoingHttpHeaders {
  const given = as === undefined ? user : { as, asUid: undefined, asGroups: [] }
  const imitated = asGroups.length === 0 ? given : { as: given?.as, asUid: given?.asUid, asGroups }
  if (asGroups.length > 0 && imitated?.as === undefined)
    throw new Failure('usage', '--as-group imitates nobody', { suggestions: ['add --as USER'] })
  return {
    'user-agent': userAgent,
    ...(imitated?.as && { 'impersonate-user': imitated.as }),
    ...(imitated?.asUid && { 'impersonate-uid': imitated.asUid }),
    ...(imitated?.asGroups.length && { 'impersonate-group': [...imitated.asGroups] }),
  }
}
