import { describe, expect, test } from '@jest/globals'
import { assignFiles } from '../../../../src/lib/fleet/push/push-files.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { startByFiles } from '../../../../src/lib/offline/effective/kubelet-start.ts'
import { checkFlags, hasErrors as stopsKubelet } from '../../../../src/lib/offline/migrate/migrate.ts'
import { hasErrors, validate } from '../../../../src/lib/offline/validate/validate.ts'
import { folderOf } from '../../fleet/push/pushes.ts'
import { fileOf, folder, header } from '../read/inputs.ts'

const limits = { signal: new AbortController().signal }
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

type Fate = 'taken' | 'skipped' | 'refused' | 'warned'

/** What `validate FOLDER` makes of a file beside a good one. */
async function validated(name: string, text: string): Promise<Fate> {
  const inputs = [folder('f', fileOf('f/global.yaml', header), fileOf(name, text))]
  const found = await validate(inputs, { releases: ['1.36'], lenient: false }, limits)
  if (hasErrors(found)) return 'refused'
  return found.passedOver.some(({ file }) => file === name) ? 'skipped' : 'taken'
}

/** What `push -f FOLDER -R` makes of it, as far as the file alone decides. */
async function pushed(name: string, text: string): Promise<Fate> {
  const files = folderOf({ 'f/global.yaml': header, [name]: text })
  const found = await assignFiles({ files, skipValidation: false }, 'kube-system')
  if (found.problems.length > 0) return 'refused'
  if (!found.documents.some(({ at }) => at.name === name)) return 'skipped'
  return found.warnings.length > 0 ? 'warned' : 'taken'
}

/** What `migrate --check FILE` says of the flags in it. */
async function checked(file: string, text: string): Promise<'harmless' | 'refused'> {
  try {
    const start = await startByFiles([{ file, bytes: bytesOf(text) }])
    return stopsKubelet(await checkFlags(start, '1.36', start.configuration!)) ? 'refused' : 'harmless'
  } catch (error) {
    if (error instanceof Failure) return 'refused'
    throw error
  }
}

const configMap = (name: string, key = 'kubelet') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata:\n  ${key}: |\n    ${header.trim().replaceAll('\n', '\n    ')}\n`
const template = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {{ name }}\n'

const kinds: readonly (readonly [what: string, name: string, text: string, fate: Fate])[] = [
  ['a document', 'f/node-a.yaml', `${header}maxPods: 50\n`, 'taken'],
  ['a ConfigMap', 'f/any.yaml', configMap('node-a-kubelet-configuration'), 'taken'],
  ['another object', 'f/pod.yaml', 'apiVersion: v1\nkind: Pod\n', 'skipped'],
  [
    'an object that mounts /var/lib/kubelet',
    'f/ds.yaml',
    'apiVersion: v1\nkind: Pod\nx: /var/lib/kubelet\n',
    'skipped',
  ],
  ['an empty file', 'f/empty.yaml', '', 'skipped'],
  ['values of something else', 'f/values.yaml', 'replicas: 3\nimage: nginx\n', 'skipped'],
  ['a broken object of another API', 'f/template.yaml', template, 'skipped'],
  ['the same that mentions a path of the kubelet', 'f/template.yaml', `${template}x: /var/lib/kubelet\n`, 'skipped'],
  ['a document without its header', 'f/node-a.yaml', 'maxPods: 50\n', 'refused'],
  ['a document with half a header', 'f/node-a.yaml', 'kind: KubeletConfig\nmaxPods: 50\n', 'refused'],
  ['a broken file of no kind', 'f/node-a.yaml', 'maxPods: [\n', 'refused'],
  ['a broken document', 'f/node-a.yaml', `${header}maxPods: [\n`, 'refused'],
  ['a text that ends too early', 'f/node-a.json', '{"kind": "KubeletConf', 'refused'],
]

describe('validate and push -R decide alike', () => {
  test.each(kinds)('%s (%s)', async (_what, name, text, fate) => {
    expect({ validate: await validated(name, text), push: await pushed(name, text) }).toEqual({
      validate: fate,
      push: fate,
    })
  })
})

const joins = (args: string, version = 'v1beta4') =>
  `apiVersion: kubeadm.k8s.io/${version}\nkind: JoinConfiguration\nnodeRegistration:\n  kubeletExtraArgs: ${args}\n---\n${header}maxPods: 110\n`
const arg = (name: string, value: string) => joins(`[{name: ${name}, value: ${JSON.stringify(value)}}]`)

const flags: readonly (readonly [what: string, text: string, isRefused: boolean])[] = [
  ['no flags', joins('[]'), false],
  ['a flag without a field', arg('node-labels', 'a=b'), false],
  ['a known gate', arg('feature-gates', 'NodeSwap=true'), false],
  ['a value of another type', arg('max-pods', 'abc'), true],
  ['a value that the kubelet refuses', arg('max-pods', '-1'), true],
  ['an unknown gate', arg('feature-gates', 'NoSuchGate=true'), true],
  ['a gate that is neither true nor false', arg('feature-gates', 'NodeSwap=perhaps'), true],
  ['an unknown flag', arg('max-podz', '50'), true],
  ['a flag that is gone', arg('network-plugin', 'cni'), true],
  ['a mapping, where kubeadm takes a list', joins('{max-pods: "110"}'), true],
  ['a list, where kubeadm takes a mapping', joins('[{name: max-pods, value: "110"}]', 'v1beta3'), true],
  ['a value that is not a string', joins('[{name: max-pods, value: 110}]'), true],
  ['values that contradict each other', arg('image-gc-low-threshold', '90'), true],
]

describe('validate, push and migrate --check report the same flags of a file for kubeadm', () => {
  test.each(flags)('%s', async (_what, text, isRefused) => {
    const name = 'f/node-a.yaml'
    expect({
      validate: await validated(name, text),
      push: await pushed(name, text),
      check: await checked(name, text),
    }).toEqual(
      isRefused
        ? { validate: 'refused', push: 'warned', check: 'refused' }
        : { validate: 'taken', push: 'taken', check: 'harmless' },
    )
  })
})

test('a file for kubeadm without a document is validated for its flags', async () => {
  const [alone] = arg('max-pods', 'abc').split('---')
  expect(await validated('f/join.yaml', alone!)).toBe('refused')
})
