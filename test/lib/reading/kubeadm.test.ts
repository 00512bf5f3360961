import { describe, expect, test } from '@jest/globals'
import { kubeadmObjects, releaseNamedIn } from '../../../src/lib/reading/kubeadm.ts'
import { kubeletExtraArgs } from '../../../src/lib/reading/kubelet-extra-args.ts'
import { survey } from '../../../src/lib/reading/survey.ts'

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

/** The flags, and the problems with their places. */
async function argsOf(lines: string): Promise<unknown> {
  const object = cluster(
    'kubeadm.k8s.io/v1beta4',
    `nodeRegistration:\n  kubeletExtraArgs:${lines}`,
    'JoinConfiguration',
  )
  const [first] = kubeadmObjects(await survey(object))
  const found = kubeletExtraArgs(first!)
  const problems = found?.problems.map(({ line, column, message }) => `${line}:${column}: ${message}`)
  return found && [...found.flags, ...problems!]
}

describe('the flags of a kubelet', () => {
  test.each([
    ['a mapping, by name', '\n    v: "2"\n    max-pods: "50"\n', ['--max-pods=50', '--v=2']],
    ['a list', ' [{name: v, value: "2"}, {name: max-pods, value: "50"}]', ['--max-pods=50', '--v=2']],
    ['a name twice, by value', ' [{name: v, value: "2"}, {name: v, value: "1"}]', ['--v=1', '--v=2']],
    ['a key twice', '\n    v: "2"\n    v: "1"\n', ['--v=1']],
    ['no value', ' [{name: v}]', ['--v=']],
    ['null for a value', ' {v: null}', ['--v=']],
    ['nothing', '', undefined],
    ['an empty list', ' []', []],
    ['a number', ' {max-pods: 50}', ['4:32: --max-pods wants a string: put it in quotes']],
    ['a list for a value', ' {v: [a]}', ['4:25: --v wants a string']],
    ['no name', ' [{value: "2"}]', ['4:22: an item of kubeletExtraArgs wants a name']],
    ['a string', ' "--v=2"', ['4:21: kubeletExtraArgs wants a mapping, or a list of name and value']],
  ])('%s', async (_what, lines, expected) => {
    expect(await argsOf(lines)).toEqual(expected)
  })
})
