import { describe, expect, test } from '@jest/globals'
import { kubeadmObjects, releaseNamedIn } from '../../../../src/lib/yaml/read/kubeadm.ts'
import { kubeletExtraArgs } from '../../../../src/lib/yaml/read/kubelet-extra-args.ts'
import { survey } from '../../../../src/lib/yaml/read/survey.ts'

const cluster = (version: string, line: string, kind = 'ClusterConfiguration'): string =>
  `apiVersion: ${version}\nkind: ${kind}\n${line}\n`
const kubelet = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const named = 'kubernetesVersion: v1.33.2'

describe('the release of a file', () => {
  test.each([
    ...['v1beta1', 'v1beta2', 'v1beta3', 'v1beta4'].map((version) => [
      version,
      `${kubelet}---\n${cluster(`kubeadm.k8s.io/${version}`, named)}`,
      '1.33 6:20',
    ]),
    [
      'JSON',
      '{"kind": "ClusterConfiguration", "apiVersion": "kubeadm.k8s.io/v1beta4", "kubernetesVersion": "v1.33.2"}',
      '1.33 1:95',
    ],
    ['said twice', cluster('kubeadm.k8s.io/v1beta4', `kubernetesVersion: v1.30.0\n${named}`), '1.33 4:20'],
    ['not said', cluster('kubeadm.k8s.io/v1beta4', 'clusterName: a'), undefined],
    ['another kind', cluster('kubeadm.k8s.io/v1beta4', named, 'InitConfiguration'), undefined],
    ['another API', cluster('k3d.io/v1', named), undefined],
    ['a field of the kubelet', `${kubelet}${named}\n`, undefined],
    ['beside what cannot be read', `${cluster('kubeadm.k8s.io/v1beta4', named)}---\na: "\n`, '1.33 3:20'],
  ])('%s', async (_what, text, expected) => {
    const found = releaseNamedIn(await survey(text!))
    expect(found && `${found.release} ${found.value.line}:${found.value.column}`).toBe(expected)
  })
})

/** The flags and the problems, with their places. */
async function argsOf(lines: string, version = 'v1beta4', kind = 'JoinConfiguration'): Promise<unknown> {
  const object = cluster(`kubeadm.k8s.io/${version}`, `nodeRegistration:\n  kubeletExtraArgs:${lines}`, kind)
  const [first] = kubeadmObjects(await survey(object))
  const found = kubeletExtraArgs(first!)
  const flags = found?.flags.map(({ text, at }) => `${at.line}:${at.column} ${text}`)
  const problems = found?.problems.map(
    ({ line, column, ...problem }) => `${line}:${column}: ${Object.values(problem).join(' ')}`,
  )
  return found && [...flags!, ...problems!]
}

const wantsList = (version: string) => `4:21: ArgsNotList ${version}`
const wantsMapping = (version: string) => `4:21: ArgsNotMapping ${version}`

describe('the flags of a kubelet', () => {
  test.each([
    ['a list', ' [{name: v, value: "2"}, {name: max-pods, value: "50"}]', ['4:45 --max-pods=50', '4:22 --v=2']],
    ['a name twice, by value', ' [{name: v, value: "2"}, {name: v, value: "1"}]', ['4:45 --v=1', '4:22 --v=2']],
    ['no value', ' [{name: v}]', ['4:22 --v=']],
    ['nothing', '', undefined],
    ['an empty list', ' []', []],
    ['no name', ' [{value: "2"}]', ['4:22: ArgWithoutName']],
    ['a number', ' [{name: v, value: 2}]', ['4:39: ArgNotString v true']],
    ['a string', ' "--v=2"', [wantsList('v1beta4')]],
    ['a mapping', ' {v: "2"}', [wantsList('v1beta4')]],
  ])('in v1beta4: %s', async (_what, lines, expected) => {
    expect(await argsOf(lines)).toEqual(expected)
  })

  test.each([
    ['a mapping, by name', '\n    v: "2"\n    max-pods: "50"\n', ['6:5 --max-pods=50', '5:5 --v=2']],
    ['a key twice', '\n    v: "2"\n    v: "1"\n', ['6:5 --v=1']],
    ['null for a value', ' {v: null}', ['4:22 --v=']],
    ['a number', ' {max-pods: 50}', ['4:32: ArgNotString max-pods true']],
    ['a list for a value', ' {v: [a]}', ['4:25: ArgNotString v false']],
    ['a string', ' "--v=2"', [wantsMapping('v1beta3')]],
    ['a list', ' [{name: v}]', [wantsMapping('v1beta3')]],
  ])('in v1beta3: %s', async (_what, lines, expected) => {
    expect(await argsOf(lines, 'v1beta3')).toEqual(expected)
  })

  test.each([
    ['v1alpha3', [wantsMapping('v1alpha3')]],
    ['v1beta2', [wantsMapping('v1beta2')]],
    ['v1beta5', ['4:22 --v=']],
    ['v1', ['4:22 --v=']],
  ])('a list in %s', async (version, expected) => {
    expect(await argsOf(' [{name: v}]', version)).toEqual(expected)
  })

  test.each([
    ['InitConfiguration', ['4:22 --v=']],
    ['ClusterConfiguration', undefined],
    ['ResetConfiguration', undefined],
  ])('of %s', async (kind, expected) => {
    expect(await argsOf(' [{name: v}]', 'v1beta4', kind)).toEqual(expected)
  })
})
