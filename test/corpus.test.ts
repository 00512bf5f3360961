import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { check } from '../src/lib/kubelet/check/check.ts'
import { compareReleases, type Release, releases } from '../src/lib/kubelet/model/releases.ts'
import { readParts } from '../src/lib/yaml/read/read-parts.ts'

const folder = join(import.meta.dirname, 'corpus')

/** Files that somebody else puts on the node. */
const clientCa = 'info S14 authentication.x509.clientCAFile'
/** That one, and the serving certificate with its key. */
const allFiles = [clientCa, 'info S14 tlsCertFile', 'info S14 tlsPrivateKeyFile']

/** Not the default. */
const runtime = 'info S14 containerRuntimeEndpoint'

/** It exits where a sysctl has another value, and does not set it. */
const kernel = 'info S14 protectKernelDefaults'

/** More than the smallest nodes have: a machine of 1Gi with the file of a larger one has no kubelet. */
const memory = 'info S14 kubeReserved[memory]'

interface Specimen {
  /** The releases that it is meant for. */
  readonly from: Release
  readonly to: Release
  /** All that is said about it: what only the node can tell. */
  readonly remarks: readonly string[]
  /** What is said up to a release as well. */
  readonly older?: { readonly until: Release; readonly remarks: readonly string[] }
}

/** Each of these installers brings an approver. */
const approver = 'info H30 serverTLSBootstrap'

/**
 * evictionHard without memory.available: nothing is evicted before the kernel kills processes, and no node is reported to
 * be under memory pressure. Where the disks are switched off with 0%, they are those of the machine that it runs on.
 */
const noMemoryEviction = 'warning H02 evictionHard'
const noDiskEviction = 'warning H01 evictionHard[nodefs.available]'

/** What installers write, after their public code and documentation. None of it is wrong; a warning is about a real hazard. */
const specimens: Readonly<Record<string, Specimen>> = {
  'kubeadm-1.28.yaml': { from: '1.28', to: '1.37', remarks: [clientCa] },
  'kubeadm-1.32.yaml': { from: '1.32', to: '1.37', remarks: [clientCa] },
  // All of net.ipv4 for all pods, which only a policy of the cluster narrows.
  'kubeadm-tuned.yaml': {
    from: '1.30',
    to: '1.37',
    remarks: [approver, kernel, memory, 'warning H32 allowedUnsafeSysctls[1]'],
  },
  'kops.yaml': { from: '1.32', to: '1.37', remarks: [] },
  'k3s.yaml': { from: '1.32', to: '1.37', remarks: [...allFiles, runtime, noMemoryEviction] },
  'rke2.yaml': { from: '1.32', to: '1.37', remarks: [...allFiles, kernel, runtime, noMemoryEviction] },
  'eks-nodeadm.json': { from: '1.30', to: '1.37', remarks: [approver, clientCa, kernel, memory] },
  // ExecProbeTimeout is locked from 1.35 on. GKE itself advises against its read-only port.
  'gke.yaml': {
    from: '1.29',
    to: '1.34',
    remarks: [
      approver,
      clientCa,
      'info S14 kubeReserved[ephemeral-storage]',
      memory,
      'info S14 readOnlyPort',
      'warning H18 readOnlyPort',
    ],
  },
  // CIS takes eventRecordQPS: 0 for no limit; up to 1.36 it is 5 per second, a tenth of the default.
  // It reserves 2100m of cpu and 2662Mi of memory, which not each node has, and LimitedSwap is for cgroup v2.
  'aks.json': {
    from: '1.30',
    to: '1.37',
    remarks: [...allFiles, kernel, 'info S14 kubeReserved[cpu]', memory, 'info S14 memorySwap.swapBehavior'],
    older: { until: '1.36', remarks: ['warning H20 eventRecordQPS'] },
  },
  'talos.yaml': { from: '1.32', to: '1.37', remarks: ['info H29 resolvConf', clientCa, kernel] },
  // The cgroup is systemd's own. The unit gives --system-reserved, from /etc/node-sizing.env.
  'openshift.yaml': {
    from: '1.32',
    to: '1.37',
    remarks: [approver, clientCa, kernel, 'info S14 systemReservedCgroup', 'warning S20 enforceNodeAllocatable[1]'],
  },
  'gardener.yaml': { from: '1.32', to: '1.37', remarks: [approver, clientCa, kernel, memory] },
  'minikube.yaml': { from: '1.28', to: '1.37', remarks: [clientCa, noMemoryEviction, noDiskEviction] },
  'kind.yaml': {
    from: '1.32',
    to: '1.37',
    remarks: [clientCa, 'info S14 cgroupRoot', noMemoryEviction, noDiskEviction],
  },
  'kubespray.yaml': { from: '1.28', to: '1.37', remarks: ['info S14 address', clientCa, kernel, memory] },
}

test('each specimen is looked at', () => {
  expect(Object.keys(specimens).toSorted()).toEqual(globSync('*', { cwd: folder }).toSorted())
})

test.each(Object.entries(specimens))('%s gives no false alarm', async (file, { from, to, remarks, older }) => {
  const { parts } = await readParts(readFileSync(join(folder, file)))
  expect(parts).toHaveLength(1)
  for (const release of releases.slice(releases.indexOf(from), releases.indexOf(to) + 1)) {
    const { valid, findings } = check(parts[0]!.reading, release)
    const said = findings.map(({ severity, rule, path }) => `${severity} ${rule} ${path}`)
    const expected =
      older !== undefined && compareReleases(release, older.until) <= 0 ? [...remarks, ...older.remarks] : remarks
    expect({ release, valid, said: said.toSorted() }).toEqual({ release, valid: true, said: expected.toSorted() })
  }
})
