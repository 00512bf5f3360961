import { afterAll, expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { kubectl } from '../kubectl.ts'
import { onNode, writeOnNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { beforeNewest, newest, type Release } from '../versions.ts'
import { configuration } from './documents.ts'

/** What a kubelet does with a document: refuse it, use it after having dropped keys, or use it. */
type Verdict = 'refused' | 'lenient' | 'clean'

const json = '{"apiVersion":"kubelet.config.k8s.io/v1beta1","kind":"KubeletConfiguration"'
const path = '/tmp/validate-test.yaml'

/**
 * The real kubelet's verdict. Its rules about values come after decoding, and a negative --max-pods, which breaks one,
 * overrides every file: so it ends by itself, whatever it is given, before it has touched anything.
 */
async function kubeletVerdict(text: string, node = 'node-a'): Promise<Verdict> {
  await writeOnNode(node, path, text)
  const ended = 'timeout 20 kubelet --config "$0" --max-pods=-1 2>&1 && exit 99; [ $? = 1 ]'
  const log = await onNode(node, ['sh', '-c', ended, path])
  if (log.includes('failed to load kubelet config file')) return 'refused'
  expect(log).toContain('failed to validate kubelet configuration')
  return log.includes('Using lenient decoding') ? 'lenient' : 'clean'
}

interface Finding {
  readonly severity: string
  readonly stage: string
}

/** The same, as validate tells it; whatever it calls an error is exit code 3. */
async function ourVerdict(text: string, release: Release = newest): Promise<Verdict> {
  const args = ['validate', '-', `--kubernetes-version=${release}`, '--output=json']
  const { stdout, exit } = await kubeletcfg(args, { input: text })
  const [{ valid, findings }] = JSON.parse(stdout)
  expect(exit).toBe(findings.some(({ severity }: Finding) => severity === 'error') ? 3 : 0)
  if (!valid) return 'refused'
  return findings.some(({ stage }: Finding) => stage === 'strict') ? 'lenient' : 'clean'
}

afterAll(removeNodes)

test.each<[string, Verdict, string]>([
  ['a field and its value', 'clean', configuration('maxPods: 50')],
  [
    'CRLF, a byte order mark, comments',
    'clean',
    `\uFEFF# pods\r\n${configuration('maxPods: 50').replaceAll('\n', '\r\n')}`,
  ],
  ['JSON', 'clean', `${json},"maxPods":50}`],
  ['numbers of YAML 1.1 and a word for true', 'clean', configuration('maxPods: 0x40', 'enableServer: yes')],
  [
    'anchors and merge keys',
    'clean',
    configuration('evictionHard: &e {memory.available: 1Mi}', 'evictionMinimumReclaim: {<<: *e}'),
  ],
  ['several YAML documents', 'clean', `${configuration('maxPods: 50')}---\nmaxPods: many\n`],
  ['null', 'clean', configuration('maxPods: null')],
  ['an unknown field', 'lenient', configuration('maxPodz: 50')],
  ['a field in the wrong case', 'lenient', configuration('maxpods: 50')],
  ['a key given twice', 'lenient', configuration('maxPods: 50', 'maxPods: 60')],
  ['a key given twice in JSON', 'lenient', `${json},"maxPods":50,"maxPods":60}`],
  ['text for a number', 'refused', configuration('maxPods: many')],
  ['a number above its type', 'refused', configuration('maxPods: 2147483648')],
  ['a duration without a unit', 'refused', configuration('syncFrequency: "60"')],
  ['a list that is not closed', 'refused', configuration('clusterDNS: [10.0.0.1')],
  ['a tab for indentation', 'refused', configuration('evictionHard:', '\tmemory.available: 1Mi')],
  ['a line separator in a comment', 'refused', configuration('# one \u2028 two', 'maxPods: 50')],
  ['another version', 'refused', configuration('maxPods: 50').replace('v1beta1', 'v1')],
  ['no kind', 'refused', 'maxPods: 50\n'],
  ['nothing', 'refused', ''],
  ['two JSON documents', 'refused', `${json}}\n${json}}`],
])('%s: validate and the kubelet agree (%s)', async (_, expected, text) => {
  expect([await ourVerdict(text), await kubeletVerdict(text)]).toEqual([expected, expected])
})

test('a field that only a later release knows: validate and the kubelets of both agree', async () => {
  const { name } = await makeNode({ kubelet: 'previous' })
  const text = configuration('defaultPodSysctls: {}')
  expect([await ourVerdict(text, beforeNewest), await kubeletVerdict(text, name)]).toEqual(['lenient', 'lenient'])
  expect([await ourVerdict(text), await kubeletVerdict(text)]).toEqual(['clean', 'clean'])
})

test('validate takes what a running kubelet says of itself', async () => {
  const configz = JSON.parse(await kubectl(['get', '--raw', '/api/v1/nodes/node-a/proxy/configz']))
  const input = JSON.stringify(configz.kubeletconfig)
  const ran = await kubeletcfg(['validate', '-', `--kubernetes-version=${newest}`, '--output=json'], { input })
  const [{ valid, findings }] = JSON.parse(ran.stdout)
  const { exit } = ran
  // The nodes of the tests allow everything: what they suffer from is not what a kubelet says.
  const loud = findings.filter(({ severity, stage }: Finding) => severity !== 'info' && stage !== 'operation')
  expect({ exit, valid, loud }).toEqual({ exit: 0, valid: true, loud: [] })
})
