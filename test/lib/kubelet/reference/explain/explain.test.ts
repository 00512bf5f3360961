import { describe, expect, test } from '@jest/globals'
import { fieldNotes } from '../../../../../src/lib/kubelet/data/field-notes.ts'
import { fields } from '../../../../../src/lib/kubelet/data/fields.ts'
import { rules as decodeRules } from '../../../../../src/lib/kubelet/decode/decode-rules.ts'
import { hazards } from '../../../../../src/lib/kubelet/hazards/all.ts'
import { newest, oldest, type Release } from '../../../../../src/lib/kubelet/model/releases.ts'
import { fieldTree } from '../../../../../src/lib/kubelet/reference/explain/field-tree.ts'
import { gateRules, validationRules } from '../../../../../src/lib/kubelet/rules/all.ts'
import { startupRules } from '../../../../../src/lib/kubelet/startup/all.ts'
import { describeFailure, messageOf } from '../../../../../src/lib/message/describe.ts'
import { Failure } from '../../../../../src/lib/message/failure.ts'
import { explain } from '../../../../../src/lib/offline/explain/explain.ts'
import { renderExplanation } from '../../../../../src/lib/offline/explain/output.ts'
import { expectGolden } from '../../../../support/golden.ts'

const text = (name: string, release: Release = newest): string => renderExplanation(explain(name, release)).text()

/** Items of lists and values of maps are what their list or map says. */
const named = fields.map(({ path }) => path).filter((path) => !/[\]}]$/.test(path))

test.each(named)('%s has a meaning', (path) => {
  expect(fieldNotes[path]?.meaning).toMatch(/^[A-Za-z].*\.$/)
})

test('every meaning is for an existing field', () => {
  expect(Object.keys(fieldNotes).filter((path) => !named.includes(path))).toEqual([])
})

test.each(named)('%s is explained under its own path', (path) => {
  expect(text(path).split('\n')[0]).toMatch(`${path}: `)
})

describe('a field tells', () => {
  test.each([
    ['failCgroupV1', /default +false \(1\.31 to 1\.34\)\n +true \(1\.35 to 1\.37\)/],
    ['crashLoopBackOff.maxContainerRestartPeriod', /default +none \(1\.32 to 1\.34\)\n +5m0s \(1\.35 to 1\.37\)/],
    ['evictionHard', /keys +memory\.available, nodefs/],
    ['oomScoreAdj', /range +-1000 to 1000/],
    ['hairpinMode', /values +none, hairpin-veth, promiscuous-bridge\n/],
    ['staticPodPath', /flag +--pod-manifest-path \(deprecated\)/],
    ['iptablesDropBit', /flag +--iptables-drop-bit \(deprecated, up to 1\.30\)/],
    ['cpuManagerPolicy', /change +drain the node, stop the kubelet, remove cpu_manager_state from its root directory/],
    ['maxPods', /if not lowered, restart the kubelet/],
    ['featureGates', /^rules\n {2}V01 .*\n {2}V02 .*\n {2}H28 .*\n$/m],
    ['qosReserved', /gates +QOSReserved \(off alpha\)/],
    ['registerWithTaints[]', /Taints/],
    ['evictionHard[memory.available]', /default +100Mi\n/],
    ['evictionHard.imagefs.inodesFree', /default +none \(1\.28, 1\.29\)\n +5% \(1\.30 to 1\.37\)/],
    ['podLogsDir', /V83 .*\(no file can break it\)/],
  ])('%s: %s', (path, expected) => {
    expect(text(path)).toMatch(expected)
  })
  test('what 0 events per second means, and meant', () => {
    expect(text('eventRecordQPS')).toMatch(/0 means no limit \(up to 1\.36: 5, the default of the client\)/)
    expect(text('eventRecordQPS')).toMatch(
      /^changed +from 1\.37 on, 0 is no limit .*; up to 1\.36, 0 was 5 per second/m,
    )
  })
  test('that a release ignores it', () => {
    expect(text('failCgroupV1', oldest)).toMatch(/releases +1\.31 to 1\.37; 1\.28 ignores it/)
  })
  test('the values of the release that was asked for', () => {
    expect(text('memorySwap.swapBehavior', '1.29')).toMatch(/values +LimitedSwap, UnlimitedSwap/)
  })
  test('no disruption for the header', () => {
    expect(text('kind')).not.toMatch(/change/)
  })
})

describe('rules', () => {
  const ids = [
    ...[...gateRules, ...validationRules, ...startupRules, ...hazards].map(({ id }) => id),
    ...Object.keys(decodeRules),
  ]
  test.each(ids)('%s is explained', (id) => {
    expect(text(id).split('\n')[0]).toBe(id)
  })
  test.each(hazards)('$id: its harm, remedy and source', ({ id, severity, harm, remedy, source }) => {
    const severities = severity === undefined ? [] : [`severity ${severity}`]
    for (const row of [...severities, `harm ${harm}`, `remedy ${remedy}`, `source ${source}`])
      expect(text(id).replaceAll(/ +/g, ' ')).toContain(`\n${row}\n`)
  })
  test.each(['v3', 'V3', 'V03', 'v03'])('%s is V03', (id) => {
    expect(text(id)).toMatch(/^V03\n/)
  })
})

describe('a path in any spelling is the field', () => {
  test.each([
    ['.maxPods', 'maxPods'],
    ['KubeletConfiguration.maxPods', 'maxPods'],
    ['kubeletconfiguration.maxPods', 'maxPods'],
    ['--max-pods', 'maxPods'],
    ['--max-pods=50', 'maxPods'],
    ['pod-manifest-path', 'staticPodPath'],
    ['logging.options.json', 'logging.options.json'],
  ])('%s: %s', (typed, path) => {
    expect(text(typed)).toBe(text(path))
  })
})

function refusalOf(ask: () => unknown): unknown {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { code: error.code, message: messageOf(error.fact), hints: describeFailure(error).hints }
  }
}

describe('nothing is known about', () => {
  test.each([
    ['V99', "no rule 'V99'", `rules are V01 to V86, S01 to S28, H01 to ${hazards.at(-1)!.id} and those of findings`],
    ['decode-tpe', "no rule 'decode-tpe'", 'did you mean DECODE-TYPE?'],
    ['maxpod', "no field 'maxpod'", 'did you mean maxPods?'],
    ['V999', "no rule 'V999'", `rules are V01 to V86, S01 to S28, H01 to ${hazards.at(-1)!.id} and those of findings`],
    ['maxpods', "no field 'maxpods'", 'write maxPods'],
    ['tlsCert', "no field 'tlsCert'", 'did you mean tlsCertFile?'],
    [
      'tls',
      "no field 'tls'",
      'did you mean one of tlsCertFile, tlsPrivateKeyFile, tlsCipherSuites, tlsCurvePreferences, tlsMinVersion?',
    ],
    ['swap', "no field 'swap'", 'did you mean one of failSwapOn, memorySwap?'],
    ['nodeSwap', "no field 'nodeSwap'", 'did you mean the feature gate NodeSwap?'],
    ['featureGates.NodeSwop', "no feature gate 'NodeSwop' in any kubelet from 1.28 to 1.37", 'did you mean NodeSwap?'],
    [
      'featureGates[Xyzzyxyzzy]',
      "no feature gate 'Xyzzyxyzzy' in any kubelet from 1.28 to 1.37",
      'list all of a release with kubeletcfg gates',
    ],
    ['featureGates.AppArmour', expect.any(String), 'did you mean AppArmor?'],
    [
      'evictionHard.memory',
      "no key 'memory' in evictionHard",
      expect.stringMatching(/^its keys are memory\.available, /),
    ],
    [
      'anonymousAuth',
      expect.any(String),
      'did you mean authentication.anonymous.enabled, the field of --anonymous-auth?',
    ],
    ['max-podz', "no field 'max-podz'", 'did you mean maxPods?'],
    ['anonymous-auht', expect.any(String), expect.stringMatching(/the field of --anonymous-auth\?$/)],
    [
      'DynamicKubelet',
      "no feature gate 'DynamicKubelet' in any kubelet from 1.28 to 1.37",
      'list all of a release with kubeletcfg gates',
    ],
    ['UserNamespacesHost', expect.any(String), 'did you mean UserNamespacesHostNetworkSupport?'],
    ['--node-ip', 'no field replaces the flag --node-ip', 'it stays a flag'],
    ['--help', 'no field replaces the flag --help', 'the kubelet prints and exits'],
    ['xyzzy', "no field 'xyzzy'", 'list all fields with kubeletcfg explain'],
  ])('%s', (name, message, hint) => {
    expect(refusalOf(() => explain(name, newest))).toEqual({ code: 'invalid', message, hints: [hint] })
  })
})

test('no limit is also 0 where the kubelet compares with it (pod_container_manager_linux.go)', () => {
  expect(text('podPidsLimit')).toContain('; 0 or a negative number means no limit.\n')
})

test('a gate that is older than all known releases is explained', () => {
  expect(text('PodOverhead')).toContain('state     on ga locked (before 1.26)\n')
  expect(text('PodOverhead')).toContain('feature   always on since 1.26\n')
})

test('the tree has each field of its release once', () => {
  const paths = fieldTree(oldest).map(({ path }) => path)
  expect(paths).toContain('registerWithTaints[].key')
  expect(paths).not.toContain('failCgroupV1')
  expect(new Set(paths).size).toBe(paths.length)
})

test.each([
  'imageGCLowThresholdPercent',
  'logging',
  'evictionHard',
  'V13',
  'V02',
  'S14',
  'H09',
  'STRICT-CASE',
  'READ-AMBIGUOUS',
])('%s reads well', (name) => {
  expectGolden(text(name), `explain/${name}.txt`)
})
