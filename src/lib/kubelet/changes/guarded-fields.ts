import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'

/** What somebody else gets by a field: code that runs as root, requests that are obeyed, secrets that are read. */
export interface Guard {
  /** Ends the sentence "agents guard it: …". */
  readonly why: string
  /** undefined: what runs is not known. */
  readonly weakens: (after: Effective, before: Effective | undefined) => boolean
}

/** A state that is less safe: the step into it counts, and staying in it does not. */
const into =
  (isUnsafe: (config: Effective) => boolean): Guard['weakens'] =>
  (after, before) =>
    isUnsafe(after) && (before === undefined || !isUnsafe(before))

/** Another path or address counts; what the node has, and the default of the release, do not. */
const elsewhere =
  (field: string): Guard['weakens'] =>
  (after, before) =>
    after.written(field) !== undefined && after.text(field) !== '' && after.text(field) !== before?.text(field)

/** Longer than it is, and than the default. */
const longer =
  (field: string, usualSeconds: bigint): Guard['weakens'] =>
  (after, before) =>
    after.duration(field) > usualSeconds * 1_000_000_000n &&
    (before === undefined || after.duration(field) > before.duration(field))

const either =
  (...all: readonly Guard['weakens'][]): Guard['weakens'] =>
  (after, before) =>
    all.some((weakens) => weakens(after, before))

const clientCa = 'authentication.x509.clientCAFile'

/**
 * Who may write a document is not meant to get the node by it, so that a document must not make a node less safe than it
 * is. Old and new values are compared, so that documents may have what their nodes have. The image credential providers
 * are not among them: they are flags (cmd/kubelet/app/options/options.go), which no document reaches.
 */
export const guards: Readonly<Record<string, Guard>> = {
  'authentication.anonymous.enabled': {
    why: 'requests without credentials would be accepted',
    weakens: into((config) => config.bool('authentication.anonymous.enabled')),
  },
  [clientCa]: {
    why: 'whoever has the key of another certificate authority is any user to the kubelet, and without one nobody is asked',
    weakens: either(
      into((config) => config.text(clientCa) === ''),
      elsewhere(clientCa),
    ),
  },
  'authentication.webhook.cacheTTL': {
    why: 'a token would be accepted long after it was revoked',
    weakens: longer('authentication.webhook.cacheTTL', 120n),
  },
  'authorization.mode': {
    why: 'every authenticated request would be allowed',
    weakens: into((config) => config.text('authorization.mode') === 'AlwaysAllow'),
  },
  'authorization.webhook.cacheAuthorizedTTL': {
    why: 'requests would be allowed long after the right to them was withdrawn',
    weakens: longer('authorization.webhook.cacheAuthorizedTTL', 300n),
  },
  readOnlyPort: {
    why: 'specifications and logs of pods could be read without credentials',
    weakens: into((config) => config.int('readOnlyPort') !== 0n),
  },
  enableServer: {
    why: 'without its server, nobody can ask what the kubelet runs, nor read logs or metrics',
    weakens: into((config) => !config.bool('enableServer')),
  },
  tlsCertFile: {
    why: 'whoever has the key of another certificate could answer for the kubelet',
    weakens: elsewhere('tlsCertFile'),
  },
  tlsPrivateKeyFile: {
    why: 'whoever has another key could answer for the kubelet',
    weakens: elsewhere('tlsPrivateKeyFile'),
  },
  staticPodPath: {
    why: 'whoever may write to that folder runs any pod, as root',
    weakens: elsewhere('staticPodPath'),
  },
  staticPodURL: {
    why: 'whoever answers at that address runs any pod, as root',
    weakens: elsewhere('staticPodURL'),
  },
  volumePluginDir: {
    why: 'the kubelet runs what it finds in that folder, as root',
    weakens: elsewhere('volumePluginDir'),
  },
  podLogsDir: {
    why: 'the kubelet writes to that folder, and removes from it what is not of its pods, as root',
    weakens: elsewhere('podLogsDir'),
  },
  containerRuntimeEndpoint: {
    why: 'whoever listens there gets the specifications and secrets of all pods',
    weakens: elsewhere('containerRuntimeEndpoint'),
  },
  imageServiceEndpoint: {
    why: 'whoever listens there decides what images contain, and gets the credentials of registries',
    weakens: elsewhere('imageServiceEndpoint'),
  },
  allowedUnsafeSysctls: {
    why: 'pods could change settings of the kernel that affect others',
    weakens: into((config) => config.list('allowedUnsafeSysctls').some((name) => asText(name).includes('*'))),
  },
}

/** The fields that the node itself can allow. */
export const guardedFields: readonly string[] = Object.keys(guards)

export const isGuarded = (field: string): boolean => Object.hasOwn(guards, field)

/** Fields in which a document makes a node less safe than what runs, or might, where that is not known. */
export const weakenedFields = (after: Effective, before: Effective | undefined): readonly string[] =>
  guardedFields.filter((field) => guards[field]?.weakens(after, before))
