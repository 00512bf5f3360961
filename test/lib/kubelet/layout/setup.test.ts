import { describe, expect, test } from '@jest/globals'
import { chooseApplyMode } from '../../../../src/lib/kubelet/layout/apply-mode.ts'
import { type SetupFound, setupOf } from '../../../../src/lib/kubelet/layout/setup.ts'
import { kubeadm, kubeadmArgv, kubeadmFiles, plain } from './units.ts'

const setupIn = (found: SetupFound) => ('setup' in found ? found.setup : undefined)
const reasons = (found: SetupFound) => ('setup' in found ? found.care.map(({ reason }) => reason) : [])
const unit = { kind: 'Unit', name: 'kubelet.service' }

describe('a node of kubeadm', () => {
  const found = setupOf(kubeadm)

  test('its files, flags and layout', () => {
    const { line, ...setup } = setupIn(found)!
    expect(setup).toEqual({
      unit: 'kubelet.service',
      layout: 'kubeadm',
      program: '/usr/bin/kubelet',
      unitFiles: kubeadmFiles.slice(0, 2).map(({ file }) => file),
      environmentFiles: ['/var/lib/kubelet/kubeadm-flags.env'],
      config: '/var/lib/kubelet/config.yaml',
      configDir: undefined,
      rootDir: '/var/lib/kubelet',
      kubeconfig: '/etc/kubernetes/kubelet.conf',
      hostnameOverride: 'node-a',
      configVariable: 'KUBELET_CONFIG_ARGS',
    })
    expect(line.words.map(({ text }) => text)).toEqual(kubeadmArgv.slice(1))
  })

  test('kubeadm writes its file, and a flag wins over documents', () => {
    expect('care' in found && found.care).toEqual([
      { reason: 'ConfigRewritten', subject: { kind: 'File', name: '/var/lib/kubelet/config.yaml' }, by: 'kubeadm' },
      { reason: 'FieldsSetByFlags', fields: ['maxPods'] },
    ])
  })

  test('auto leaves the file of kubeadm alone', () => {
    const because = { reason: 'ConfigInVariable', variable: 'KUBELET_CONFIG_ARGS' }
    expect(chooseApplyMode(setupIn(found)!, 'auto', '1.36')).toEqual({ mode: 'unit', because })
  })

  test('a variable of an environment file cannot be set by a drop-in', () => {
    const overridden = { file: '/etc/default/kubelet', text: 'KUBELET_CONFIG_ARGS=--config=/etc/kubelet.yaml\n' }
    const { configVariable, config } = setupIn(setupOf({ ...kubeadm, files: [...kubeadmFiles, overridden] }))!
    expect({ configVariable, config }).toEqual({ configVariable: undefined, config: '/etc/kubelet.yaml' })
  })

  test('a process that was started with other flags is noticed', () => {
    const argv = kubeadmArgv.map((word) => word.replace('=50', '=60')).concat('--v=2')
    expect(setupOf({ ...kubeadm, argv })).toMatchObject({
      care: [{}, { reason: 'StartedWithOtherFlags', flags: ['max-pods', 'v'] }, {}],
    })
  })
})

test('the flags of the process count when the unit is not understood', () => {
  const found = setupOf({ ...kubeadm, files: [{ file: 'kubelet.service', text: '[Service]\nExecStart="/usr/bin' }] })
  expect(setupIn(found)?.config).toBe('/var/lib/kubelet/config.yaml')
})

test('nodeadm of EKS', () => {
  const flags = '--config=/etc/kubernetes/kubelet/config.json $NODEADM_KUBELET_ARGS'
  const found = setupOf(plain(flags))
  expect(setupIn(found)?.layout).toBe('nodeadm')
  expect(reasons(found)).toEqual(['ConfigRewritten'])
})

test.each([
  ['a plain node', plain('--config=/etc/kubelet.yaml'), []],
  ['of another Restart=', plain('--config=/a', 'Restart=on-failure'), ['RestartNotAlways']],
  ['with a low limit', plain('--config=/a', 'StartLimitBurst=3\nStartLimitIntervalUSec=10s'), ['StartLimitLow']],
  ['with no limit, though its burst is low', plain('--config=/a', 'StartLimitBurst=3'), []],
  ['of a provider', { ...plain('--config=/a'), system: 'cos' }, ['NodeReplacedByProvider']],
  [
    'behind a shell',
    plain('--config=/a', 'ExecStart={ path=/bin/sh ; argv[]=/bin/sh /opt/start ; }'),
    ['KubeletBehindWrapper'],
  ],
])('what to take care of: %s', (_what, seen, expected) => {
  expect(reasons(setupOf(seen))).toEqual(expected)
})

test.each([
  [
    'drop-ins without a file',
    plain('--config-dir=/etc/kubelet.d'),
    { reason: 'ConfigDirWithoutConfig', configDir: '/etc/kubelet.d' },
  ],
  [
    'a unit that is masked',
    plain('--config=/a', 'LoadState=masked'),
    { reason: 'UnitNotUsable', subject: unit, loadState: 'masked' },
  ],
  [
    'a unit that nobody understands',
    { ...plain(''), files: [{ file: '/kubelet.service', text: '\u0001[[[' }], argv: ['/bin/sh', 'start'] },
    { reason: 'UnitNotUnderstood', subject: unit, files: ['/kubelet.service'] },
  ],
])('refused: %s', (_what, seen, refused) => {
  expect(setupOf(seen)).toEqual({ refused })
})

describe('how documents are applied', () => {
  const both = { config: '/a', configDir: '/a.d', configVariable: undefined }
  const file = { kind: 'File', name: '/a' }

  test.each([
    ['auto', both, '1.36', { mode: 'file', because: { reason: 'ConfigFileOwn', subject: file } }],
    ['auto', { ...both, config: undefined }, '1.36', { refused: { reason: 'NoConfigFile' } }],
    ['drop-in', both, '1.30', { mode: 'drop-in', because: { reason: 'ModeAsked', mode: 'drop-in' } }],
    ['drop-in', both, '1.29', { refused: { reason: 'KubeletTooOldForDropIns', release: '1.29' } }],
    ['drop-in', { ...both, configDir: undefined }, '1.36', { refused: { reason: 'NoConfigDir' } }],
    ['file', { ...both, config: undefined }, '1.36', { refused: { reason: 'NoConfigFile' } }],
    ['unit', { ...both, config: undefined }, '1.36', { refused: { reason: 'NoConfigFile' } }],
    ['unit', both, '1.36', { mode: 'unit', because: { reason: 'ModeAsked', mode: 'unit' } }],
  ] as const)('%s', (asked, setup, release, expected) => {
    expect(chooseApplyMode(setup, asked, release)).toEqual(expected)
  })
})
