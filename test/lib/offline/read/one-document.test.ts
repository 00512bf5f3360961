import { describe, expect, test } from '@jest/globals'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import type { Failure } from '../../../../src/lib/message/failure.ts'
import { checkChange } from '../../../../src/lib/offline/change/check-change.ts'
import { defaultDocument } from '../../../../src/lib/offline/change/default-document.ts'
import { oneDocument } from '../../../../src/lib/offline/read/one-document.ts'
import { upgradeCheck } from '../../../../src/lib/offline/upgrade/upgrade-check.ts'
import { header } from './inputs.ts'

const cluster = 'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n'
const configuration = `${header}maxPods: 5\n`
const configMap = (key: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  ${key}: |\n    ${header.replace('\n', '\n    ')}    maxPods: 5\n`
const kubeadm = `${cluster}---\n${configuration}`
const source = (text: string) => ({ file: 'f', bytes: new TextEncoder().encode(text) })
const join = (...documents: string[]): string => documents.join('---\n')

describe('the one document of a file', () => {
  test.each([
    ['a file of its own', configuration, '1:1'],
    ['with a rest that is nothing', join(configuration, 'maxPods: 6\n', 'a: [\n'), '1:1'],
    ['for kubeadm', kubeadm, '4:1'],
    ['in a ConfigMap', join(cluster, configMap('kubelet')), '9:5'],
    ['under another key', join(cluster, configMap('kubelet.yaml')), '9:5'],
  ])('%s', async (_what, text, expected) => {
    const { reading } = await oneDocument(source(text))
    const at = reading.outcome === 'tree' ? reading.tree : undefined
    expect(`${at?.line}:${at?.column}`).toBe(expected)
  })

  test.each([
    [
      'nothing for a kubelet',
      join(cluster, configMap('other').replace('KubeletC', 'C')),
      ['no Kubelet', 'f:1:1: ClusterConf', 'f:4:1: ConfigMap x'],
    ],
    ['a Pod', 'apiVersion: v1\nkind: Pod\n', ['no Kubelet', 'f:1:1: Pod']],
    [
      'a name of two lines',
      'apiVersion: v1\nkind: Pod\nmetadata: {name: "a\\nb"}\n',
      ['no Kubelet', 'f:1:1: Pod a\\\\nb$'],
    ],
    ['two of its own', join(configuration, configuration), ['2 documents', 'f:1:1: Kubelet', 'f:5:1: Kubelet']],
    [
      'two, in different dress',
      join(kubeadm, configMap('kubelet')),
      ['2 documents', 'f:4:1: Kubelet', 'f:12:12: ConfigMap x'],
    ],
    [
      'twelve',
      join(...Array(12).fill(header)),
      ['12 documents', ...Array(10).fill('f:\\d+:1: Kubelet'), ' {2}and 2 more'],
    ],
    ['one, and what cannot be read', join(kubeadm, 'a: [\n'), ['2 documents', 'f:4:1: Kubelet', 'f:8:4: ']],
  ])('%s: refused, with the places', async (_what, text, lines) => {
    const refused = await oneDocument(source(text)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'invalid' })
    const said = messageOf((refused as Failure).fact)
    expect(said).toMatch(new RegExp(lines.map((line) => line.replace('f:', ' {2}f:')).join('.*\n')))
  })
})

test('what takes one file takes it out of another', async () => {
  const { configuration: defaulted } = await defaultDocument('1.36', source(kubeadm))
  const change = await checkChange('1.36', source(kubeadm), source(configuration.replace('5', '6')))
  const upgraded = await upgradeCheck(source(`${kubeadm}maxpods: 6\n`), { from: '1.35', to: '1.36' })
  expect({ defaulted, change, upgraded }).toMatchObject({
    defaulted: { maxPods: 5 },
    change: { assessment: { changes: [{ path: 'maxPods', before: '5', after: '6' }] } },
    upgraded: { valid: true, findings: [{ rule: 'STRICT-CASE', line: 7, column: 1 }] },
  })
})
