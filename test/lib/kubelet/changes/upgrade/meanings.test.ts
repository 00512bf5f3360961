import { describe, expect, test } from '@jest/globals'
import { meaningChanges } from '../../../../../src/lib/kubelet/changes/meaning-changes.ts'
import { upgrade } from '../../../../../src/lib/kubelet/changes/upgrade/upgrade.ts'
import { checkForEach } from '../../../../../src/lib/kubelet/check/check.ts'
import { schemaAt } from '../../../../../src/lib/kubelet/defaults/tables.ts'
import { gateOf } from '../../../../../src/lib/kubelet/gates/gate.ts'
import { type Release, releaseBefore, releases } from '../../../../../src/lib/kubelet/model/releases.ts'
import { readDocument } from '../../../../../src/lib/yaml/read/read.ts'
import { header } from '../../check/documents.ts'

async function changed(body: string, from: Release, to: Release): Promise<readonly string[]> {
  const { meanings } = upgrade(checkForEach(await readDocument(header + body), [from, to]))
  return meanings.map(({ path }) => path)
}

interface Case {
  readonly path: string
  readonly since: Release
  /** Means something else from that release on. */
  readonly concerned: string
  /** Its nearest neighbours, which mean the same. */
  readonly spared: readonly string[]
}

const swap = 'failSwapOn: false\nfeatureGates: {NodeSwap: true}\n'
const qos = 'memoryThrottlingFactor: 0.9\nfeatureGates: '

const cases: readonly Case[] = [
  {
    path: 'memorySwap.swapBehavior',
    since: '1.30',
    concerned: swap,
    spared: [
      `${swap}memorySwap: {swapBehavior: LimitedSwap}\n`,
      'featureGates: {NodeSwap: true}\n',
      'failSwapOn: false\n',
    ],
  },
  {
    path: 'cgroupDriver',
    since: '1.31',
    concerned: 'cgroupDriver: systemd\n',
    spared: ['', 'cgroupDriver: systemd\nfeatureGates: {KubeletCgroupDriverFromCRI: false}\n'],
  },
  {
    path: 'cpuCFSQuota',
    since: '1.33',
    concerned: 'cpuManagerPolicy: static\nkubeReserved: {cpu: "1"}\n',
    spared: [
      '',
      'cpuManagerPolicy: static\nkubeReserved: {cpu: "1"}\ncpuCFSQuota: false\n',
      'cpuManagerPolicy: static\nkubeReserved: {cpu: "1"}\nfeatureGates: {DisableCPUQuotaWithExclusiveCPUs: false}\n',
    ],
  },
  {
    path: 'nodeStatusReportFrequency',
    since: '1.34',
    concerned: 'nodeStatusReportFrequency: 1m\n',
    spared: ['', 'nodeStatusUpdateFrequency: 20s\n'],
  },
  {
    path: 'userNamespaces.idsPerPod',
    since: '1.35',
    concerned: 'userNamespaces: {idsPerPod: 131072}\n',
    spared: ['userNamespaces: {idsPerPod: 65536}\n', 'userNamespaces: {}\n'],
  },
  {
    path: 'preloadedImagesVerificationAllowlist',
    since: '1.36',
    concerned:
      'imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages\npreloadedImagesVerificationAllowlist: [docker.io/library/alpine]\n',
    spared: ['', 'imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages\n'],
  },
  {
    path: 'eventRecordQPS',
    since: '1.37',
    concerned: 'eventRecordQPS: 0\n',
    spared: ['', 'eventRecordQPS: 1\n', 'eventBurst: 0\n', 'eventRecordQPS: null\n'],
  },
  {
    path: 'evictionHard',
    since: '1.37',
    concerned: '',
    spared: ['featureGates: {HugepageAwareEviction: false}\n', 'featureGates: {AllBeta: false}\n'],
  },
  {
    path: 'kubeReserved',
    since: '1.37',
    concerned: 'systemReserved: {cpu: 100500u}\n',
    spared: [
      'kubeReserved: {cpu: 100m}\nsystemReserved: {cpu: "0.1"}\n',
      'kubeReserved: {cpu: 100500u}\nreservedSystemCPUs: "0"\n',
      'kubeReserved: {memory: 100500u}\n',
    ],
  },
  {
    path: 'memoryThrottlingFactor',
    since: '1.37',
    concerned: 'memoryThrottlingFactor: 0.9\n',
    spared: ['', `${qos}{MemoryQoS: false}\n`, `${qos}{MemoryQoS: true}\n`],
  },
  {
    path: 'enableSystemLogQuery',
    since: '1.37',
    concerned: 'enableSystemLogQuery: true\nfeatureGates: {NodeLogQuery: true}\n',
    spared: ['', 'enableSystemLogQuery: false\n'],
  },
]

describe.each(cases)('$path means something else from $since on', ({ path, since, concerned, spared }) => {
  const before = releaseBefore(since) as Release

  test('and nobody is told of a span that does not cross it', async () => {
    expect(await changed(concerned, before, since)).toContain(path)
    for (const [i, to] of releases.entries()) {
      const from = releases[i - 1]
      if (from !== undefined && to !== since) expect(await changed(concerned, from, to)).not.toContain(path)
    }
  })

  test('also for a span that goes further', async () => {
    if (since !== '1.30') expect(await changed(concerned, releases[1], '1.37')).toContain(path)
  })

  test.each(spared)('but not for %j', async (body) => {
    expect(await changed(body, before, since)).not.toContain(path)
  })
})

test('each change has a case, a field and a gate that there are, and they stand in the order of releases', () => {
  expect(cases.map(({ path, since }) => [path, since])).toEqual(meaningChanges.map(({ path, since }) => [path, since]))
  expect(meaningChanges.filter(({ path }) => schemaAt(path) === undefined)).toEqual([])
  expect(meaningChanges.filter(({ gate, since }) => gate !== undefined && gateOf(since, gate) === undefined)).toEqual(
    [],
  )
  const ages = meaningChanges.map(({ since }) => releases.indexOf(since))
  expect(ages).toEqual(ages.toSorted((a, b) => a - b))
})
