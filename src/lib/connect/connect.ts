import type { OutgoingHttpHeaders } from 'node:http'
import { agentNodeOver } from '../agent/cluster/agent-node.ts'
import { enrollmentOver } from '../agent/cluster/enrollment.ts'
import { connectionsTo } from '../cluster/http/connections.ts'
import { transportTo } from '../cluster/http/node-transport.ts'
import { type Rest, restOver } from '../cluster/http/rest.ts'
import { ServerTime } from '../cluster/http/server-time.ts'
import { warningsTo } from '../cluster/http/warnings.ts'
import { chooseContext } from '../cluster/login/context.ts'
import { CredentialFiles } from '../cluster/login/credential-files.ts'
import { credentialsOf } from '../cluster/login/credentials.ts'
import type { KubeUser } from '../cluster/login/kubeconfig.ts'
import { findKubeconfig } from '../cluster/login/kubeconfig-find.ts'
import { type LoginFact, NobodyToImpersonate, PasswordIgnored } from '../cluster/login/login-messages.ts'
import { type ServerFact, ServerWarning } from '../cluster/ports/server-messages.ts'
import { accessOver } from '../cluster/resources/access.ts'
import { eventsOver } from '../cluster/resources/events.ts'
import { leasesOver } from '../cluster/resources/leases.ts'
import { namesOver } from '../cluster/resources/names.ts'
import { nodesOver } from '../cluster/resources/nodes.ts'
import { objectsOver } from '../cluster/resources/objects.ts'
import { usualTiming, type WatchTiming } from '../cluster/watch/timing.ts'
import { documentsOver } from '../documents/cluster/documents.ts'
import { historyOver } from '../documents/cluster/history.ts'
import { systemClock } from '../machine/clock.ts'
import type { Fact } from '../message/fact.ts'
import { Failure } from '../message/failure.ts'
import { defaultNamespace } from '../names.ts'
import type { Clock } from '../ports/clock.ts'
import { podSignsOver } from '../rollouts/cluster/pod-signs.ts'
import { probesOver } from '../rollouts/cluster/probes.ts'
import { rolloutsOver } from '../rollouts/cluster/rollouts.ts'
import { balloonsOver } from '../sizes/cluster/balloons.ts'
import { desiredSizesOver } from '../sizes/cluster/desired-sizes.ts'
import { usageOver } from '../sizes/cluster/usage.ts'
import { webhooksOver } from '../webhook/cluster/webhooks.ts'
import type { OpenCluster } from './cluster.ts'
import { collectionsOver } from './collections.ts'

/** The cluster to connect to, the user, and the time limits. Omitted options come from the kubeconfig. */
export interface ConnectOptions {
  /** The path of a kubeconfig. Default: $KUBECONFIG, ~/.kube/config, or the pod's service account. */
  readonly kubeconfig?: string | undefined
  readonly context?: string | undefined
  readonly cluster?: string | undefined
  readonly user?: string | undefined
  /** The namespace of the documents and the balloons. Default: kube-system. */
  readonly namespace?: string | undefined
  /** The user to impersonate; `asGroups` are the groups. */
  readonly as?: string | undefined
  readonly asGroups?: readonly string[] | undefined
  /** Milliseconds for a call without a timeout of its own. Default: 30 000. */
  readonly requestTimeoutMs?: number | undefined
  readonly userAgent: string
  /** No user can log in: a plugin gets no terminal and no stderr, and one that requires a terminal is not run. */
  readonly unattended?: boolean | undefined
  /** For deadlines, pauses and expiry. Default: the clock of the machine. */
  readonly clock?: Clock | undefined
  /** Receives warnings: those of the API server, each text once in ten minutes, and a login that API servers ignore. */
  readonly onWarning?: ((warning: Fact) => void) | undefined
}

const usualTimeoutMs = 30_000
const backoff = { firstMs: 200, longestMs: 5_000 }
/** A page of 500 large objects has a few MiB, an unpaged list more. */
const longestAnswerBytes = 128 * 2 ** 20

/**
 * Finds the kubeconfig and reads its certificates; sends no request yet. Rejects with Failure 'usage' when the
 * kubeconfig cannot be used.
 */
export async function connect(options: ConnectOptions): Promise<OpenCluster> {
  const { clock = systemClock, onWarning = () => {}, unattended = false } = options
  const { context, cluster, user, userName } = chooseContext(await findKubeconfig(options.kubeconfig), options)
  const headers = headersFor(options, user)
  const files = new CredentialFiles(clock)
  const time = new ServerTime(clock)
  const credentials = await credentialsOf(user, { cluster, now: () => time.now(), files, unattended })
  const connections = await connectionsTo(cluster, files)
  if (user?.login.kind === 'basic') onWarning(passwordIgnored(userName))
  const line = {
    transport: transportTo({ server: cluster.server, credentials, connections, headers }),
    clock,
    time,
    warn: warningsTo((text) => onWarning(serverWarning(cluster.server, text)), clock),
    backoff,
    random: Math.random,
    maxBytes: longestAnswerBytes,
  }
  const rest = restOver(line, options.requestTimeoutMs ?? usualTimeoutMs)
  return clusterOver(rest, { namespace: options.namespace ?? defaultNamespace, timing: usualTiming, context })
}

const passwordIgnored = (user: string | undefined): LoginFact => PasswordIgnored({ user })

const serverWarning = (server: string, serverMessage: string): ServerFact =>
  ServerWarning({
    subject: { kind: 'Server', name: server },
    serverMessage,
  })

export function clusterOver(
  rest: Rest,
  { namespace, timing, context }: { namespace: string; timing: WatchTiming; context?: string | undefined },
): OpenCluster {
  return {
    server: rest.server,
    context,
    now: () => rest.now(),
    documents: documentsOver(rest, namespace, timing),
    history: historyOver(rest, namespace),
    rollouts: rolloutsOver(rest, namespace, timing),
    podSigns: podSignsOver(rest),
    probes: probesOver(rest),
    webhooks: webhooksOver(rest),
    nodes: nodesOver(rest),
    balloons: balloonsOver(rest, namespace, timing),
    desiredSizes: desiredSizesOver(rest, namespace),
    usage: usageOver(rest),
    objects: objectsOver(rest),
    access: accessOver(rest),
    collections: collectionsOver(rest, { namespace, timing }),
    leases: leasesOver(rest, namespace),
    leasesIn: (another) => leasesOver(rest, another),
    events: eventsOver(rest),
    enrollment: enrollmentOver(rest),
    names: namesOver(rest, namespace),
    agentNode: (name) => agentNodeOver(rest, { name, timing }),
    close: () => rest.close(),
  }
}

/** --as replaces all that the kubeconfig impersonates. */
function headersFor({ userAgent, as, asGroups = [] }: ConnectOptions, user: KubeUser | undefined): OutgoingHttpHeaders {
  const given = as === undefined ? user : { as, asUid: undefined, asGroups: [] }
  const impersonated = asGroups.length === 0 ? given : { as: given?.as, asUid: given?.asUid, asGroups }
  if (asGroups.length > 0 && impersonated?.as === undefined) throw new Failure('usage', NobodyToImpersonate())
  return {
    'user-agent': userAgent,
    ...(impersonated?.as && { 'impersonate-user': impersonated.as }),
    ...(impersonated?.asUid && { 'impersonate-uid': impersonated.asUid }),
    ...(impersonated?.asGroups.length && { 'impersonate-group': [...impersonated.asGroups] }),
  }
}
