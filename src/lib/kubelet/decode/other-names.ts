/** Fields by a name that people write for them, in lower case: those of flags, and of other components. */
export const otherNames: ReadonlyMap<string, string> = new Map([
  ['anonymousauth', 'authentication.anonymous.enabled'],
  ['authenticationtokenwebhook', 'authentication.webhook.enabled'],
  ['authenticationtokenwebhookcachettl', 'authentication.webhook.cacheTTL'],
  ['authorizationmode', 'authorization.mode'],
  ['authorizationwebhookcacheauthorizedttl', 'authorization.webhook.cacheAuthorizedTTL'],
  ['authorizationwebhookcacheunauthorizedttl', 'authorization.webhook.cacheUnauthorizedTTL'],
  ['contentionprofiling', 'enableContentionProfiling'],
  ['eventqps', 'eventRecordQPS'],
  ['imagegchighthreshold', 'imageGCHighThresholdPercent'],
  ['imagegclowthreshold', 'imageGCLowThresholdPercent'],
  ['kubeapicontenttype', 'contentType'],
  ['logflushfrequency', 'logging.flushFrequency'],
  ['logjsoninfobuffersize', 'logging.options.json.infoBufferSize'],
  ['logjsonsplitstream', 'logging.options.json.splitStream'],
  ['logtextinfobuffersize', 'logging.options.text.infoBufferSize'],
  ['logtextsplitstream', 'logging.options.text.splitStream'],
  ['loggingformat', 'logging.format'],
  ['manifesturl', 'staticPodURL'],
  ['manifesturlheader', 'staticPodURLHeader'],
  ['minimumimagettlduration', 'imageMinimumGCAge'],
  ['podmanifestpath', 'staticPodPath'],
  ['podmaxpids', 'podPidsLimit'],
  ['registryqps', 'registryPullQPS'],
  ['reservedcpus', 'reservedSystemCPUs'],
  ['rotateservercertificates', 'serverTLSBootstrap'],
  ['v', 'logging.verbosity'],
  ['resolverconfig', 'resolvConf'],
  ['tlscacertfile', 'authentication.x509.clientCAFile'],
  ['clientca', 'authentication.x509.clientCAFile'],
])

/** Flags that no field replaces, with the release that removed them; null: kubelets still have them. */
const flags: Readonly<Record<string, string | null>> = {
  'bootstrap-kubeconfig': null,
  'cert-dir': null,
  'cloud-config': '1.34',
  'cloud-provider': null,
  'cni-bin-dir': '1.24',
  'cni-cache-dir': '1.24',
  'cni-conf-dir': '1.24',
  'config-dir': null,
  'container-runtime': '1.27',
  'docker-endpoint': '1.24',
  'exit-on-lock-contention': null,
  'hostname-override': null,
  'housekeeping-interval': null,
  'image-credential-provider-bin-dir': null,
  'image-credential-provider-config': null,
  'image-pull-progress-deadline': '1.24',
  'keep-terminated-pod-volumes': '1.31',
  kubeconfig: null,
  'lock-file': null,
  'maximum-dead-containers': null,
  'maximum-dead-containers-per-container': null,
  'minimum-container-ttl-duration': null,
  'network-plugin': '1.24',
  'network-plugin-mtu': '1.24',
  'node-ip': null,
  'node-labels': null,
  'pod-infra-container-image': '1.35',
  'register-schedulable': '1.34',
  'root-dir': null,
  'runtime-cgroups': null,
}

const flagsByName: ReadonlyMap<string, readonly [flag: string, removedIn: string | null]> = new Map(
  Object.entries(flags).map((entry) => [entry[0].replaceAll('-', ''), entry]),
)

/** What to do about a key that has the name of a flag without a field; undefined: no flag has it. */
export function flagRemedy(key: string): string | undefined {
  const [flag, removedIn] = flagsByName.get(key.toLowerCase()) ?? []
  if (flag === undefined) return undefined
  if (removedIn === null) return `there is no such field: it stays a flag, --${flag}`
  return `it was the flag --${flag}, removed in ${removedIn}: see kubeletcfg explain --${flag}`
}

/** Keys that hold flags. */
export const flagLists: ReadonlySet<string> = new Set(['args', 'extraargs', 'kubeletargs', 'kubeletextraargs'])

/** Fields that were removed before the oldest known release, with the first release without them. */
export const formerFields: ReadonlyMap<string, string> = new Map([['logging.sanitization', '1.24']])
