import { expect, test } from '@jest/globals'
import { suggestionsFor } from '../../../../src/lib/fleet/doctor/node-findings.ts'

const [own, global] = ['node-a-kubelet-configuration', 'global-kubelet-configuration']

test.each([
  ['node-a-kubelet-config', own],
  ['node-a-kubelet-conf', own],
  ['node-a.kubelet-configuration', own],
  ['node-a-kubelet-configurations', own],
  ['node-a-kublet-configuration', own],
  ['node-a-kubelet-cofniguration', own],
  ['kubelet-configuration-node-a', own],
  ['kubelet-config-node-a', own],
  ['global-kubelet-config', global],
  ['kubelet-configuration-global', global],
])('%s is meant to be %s', (name, meant) => {
  expect(suggestionsFor([name], 'node-a')).toEqual([{ name, meant }])
})

test.each([
  own,
  global,
  'node-b-kubelet-configuration',
  'node-b-kubelet-config',
  'node-a-2-kubelet-config',
  'kubelet-config',
  'kubelet-config-1.30',
  'kube-proxy',
  'node-a',
  'node-a-settings',
  'global-settings',
  'kubeletcfg-revisions',
  '',
])('%p is something else', (name) => {
  expect(suggestionsFor([name], 'node-a')).toEqual([])
})
