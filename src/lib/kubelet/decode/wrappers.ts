import { quote } from '../model/quote.ts'
import type { Mapping } from '../model/tree.ts'
import type { Found } from './decode-rules.ts'
import { expected } from './expected-header.ts'

/** An object of another API that holds the fields of a KubeletConfiguration in one of its fields. */
interface Wrapper {
  readonly group: string
  readonly kind: string
  readonly path: string
}

const wrappers: readonly Wrapper[] = [
  { group: 'machineconfiguration.openshift.io', kind: 'KubeletConfig', path: '.spec.kubeletConfig' },
  { group: 'node.eks.aws', kind: 'NodeConfig', path: '.spec.kubelet.config' },
  { group: 'eksctl.io', kind: 'ClusterConfig', path: '.nodeGroups[0].kubeletExtraConfig' },
  { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', path: '.spec.kubelet' },
]

/** By group, or by kind. */
const advice: ReadonlyMap<string, string> = new Map([
  ['ConfigMap', 'no key of its data holds one'],
  ['kubeadm.k8s.io', 'kubeadm reads the KubeletConfiguration from the same file, as a separate document after ---'],
  ['kops.k8s.io', 'spec.kubelet has field names of kOps: get the configuration of a node from its configz'],
])

const kubeconfig = {
  message: 'is a kubeconfig',
  remedy: 'the kubelet reads it with --kubeconfig: name the file of --config',
}

const cutOut = (path: string): string =>
  `extract it: yq '${path} + ${JSON.stringify(expected)}' FILE | kubeletcfg validate -`

/** Files without a header, by a root key that no KubeletConfiguration has. */
const headless: Readonly<Record<string, Found>> = {
  // GET /api/v1/nodes/NAME/proxy/configz
  kubeletconfig: { message: 'holds the KubeletConfiguration in kubeletconfig', remedy: cutOut('.kubeletconfig') },
  clusters: { message: `the file ${kubeconfig.message}`, remedy: kubeconfig.remedy },
  'current-context': { message: `the file ${kubeconfig.message}`, remedy: kubeconfig.remedy },
  // Talos
  machine: {
    message: 'holds the KubeletConfiguration in machine.kubelet.extraConfig',
    remedy: cutOut('.machine.kubelet.extraConfig'),
  },
  // k3s and RKE2
  'kubelet-arg': {
    message: 'holds kubelet flags, not a KubeletConfiguration',
    remedy: `convert them: yq -r '.["kubelet-arg"][] | "--" + .' FILE | kubeletcfg migrate -`,
  },
}

/** The finding for an object of another kind: where it holds a KubeletConfiguration, or that it holds none. */
export function aboutOther(apiVersion: string, kind: string): Found {
  const group = apiVersion.split('/', 1)[0]!
  if (apiVersion === 'v1' && kind === 'Config')
    return { path: 'kind', subject: 'kind', message: `${quote(kind)} ${kubeconfig.message}`, remedy: kubeconfig.remedy }
  const wrapper = wrappers.find((one) => one.group === group && one.kind === kind)
  if (wrapper === undefined) {
    const remedy = advice.get(group) ?? advice.get(kind) ?? 'use the file that the kubelet reads with --config'
    return { path: 'kind', subject: 'kind', message: `${quote(kind)} holds no KubeletConfiguration`, remedy }
  }
  const message = `${quote(kind)} holds the KubeletConfiguration in ${wrapper.path.slice(1)}`
  return { path: 'kind', subject: 'kind', message, remedy: cutOut(wrapper.path) }
}

/** The same for a file without a header; undefined: it may be a KubeletConfiguration without one. */
export function aboutHeadless({ entries }: Mapping): Found | undefined {
  const entry = entries.find(({ key }) => Object.hasOwn(headless, key))
  return entry && headless[entry.key]
}
