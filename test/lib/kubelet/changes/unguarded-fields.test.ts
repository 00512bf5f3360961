import { expect, test } from '@jest/globals'
import { guardedFields } from '../../../../src/lib/kubelet/changes/guarded-fields.ts'
import { fields } from '../../../../src/lib/kubelet/data/fields.ts'

/** Why a text in a document gives nobody the node: whoever adds a field decides on it. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  'names the document': ['kind', 'apiVersion'],
  'is sent to staticPodURL, which is guarded': ['staticPodURLHeader{}[]'],
  'is an address of this host, and what listens there asks for credentials or says "ok"': [
    'address',
    'healthzBindAddress',
  ],
  'is one of a list that Go and the kubelet accept': ['tlsCipherSuites[]', 'tlsMinVersion', 'contentType'],
  'decides which images on the node pods may use, not what they may do': [
    'imagePullCredentialsVerificationPolicy',
    'preloadedImagesVerificationAllowlist[]',
  ],
  'is where pods look up names: it is changed with the resolver of the host, and TLS does not trust it': [
    'clusterDomain',
    'clusterDNS[]',
    'resolvConf',
  ],
  'names a cgroup, and the kubelet reads and writes limits there only': [
    'kubeletCgroups',
    'systemCgroups',
    'cgroupRoot',
    'cgroupDriver',
    'systemReservedCgroup',
    'kubeReservedCgroup',
  ],
  'decides how resources are given to pods, kept for the node or taken back': [
    'cpuManagerPolicy',
    'cpuManagerPolicyOptions{}',
    'memoryManagerPolicy',
    'topologyManagerPolicy',
    'topologyManagerScope',
    'topologyManagerPolicyOptions{}',
    'qosReserved{}',
    'evictionHard{}',
    'evictionSoft{}',
    'evictionSoftGracePeriod{}',
    'evictionMinimumReclaim{}',
    'memorySwap.swapBehavior',
    'containerLogMaxSize',
    'systemReserved{}',
    'kubeReserved{}',
    'reservedSystemCPUs',
    'enforceNodeAllocatable[]',
    'memoryReservationPolicy',
  ],
  'concerns the network of pods': ['hairpinMode', 'podCIDR'],
  'decides how often the kubelet reads': ['configMapAndSecretChangeDetectionStrategy'],
  'is a sysctl of the namespaces of each pod': ['defaultPodSysctls{}'],
  'is what the Node tells of itself': [
    'providerID',
    'registerWithTaints[].key',
    'registerWithTaints[].value',
    'registerWithTaints[].effect',
  ],
  'is about logs, metrics and traces, in which there are no secrets': [
    'showHiddenMetricsForVersion',
    'logging.format',
    'logging.vmodule[].filePattern',
    'tracing.endpoint',
  ],
}

const known = new Set([...guardedFields, ...Object.values(harmless).flat()])
const nameOf = (path: string): string => path.replace(/(\[\]|\{\})+$/, '')

test('each text that a document can set is guarded, or it is said why not', () => {
  const texts = fields.filter(({ type }) => type === 'string').map(({ path }) => path)
  expect(texts.filter((path) => !known.has(path) && !known.has(nameOf(path)))).toEqual([])
  const gone = [...known].filter((path) => !fields.some((field) => field.path === path))
  expect(gone).toEqual([])
})

test('a document has no field for image credential providers, which run as root: they are flags', () => {
  expect(fields.filter(({ path }) => /credentialProvider/i.test(path))).toEqual([])
})
