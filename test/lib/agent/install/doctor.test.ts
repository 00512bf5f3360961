import '../../../../src/lib/agent/host/kubelet/service-messages.ts'
import '../../../../src/lib/machine/run-program.ts'
import '../../../../src/lib/machine/host-messages.ts'
import { expect, test } from '@jest/globals'
import type { ServiceFact } from '../../../../src/lib/agent/host/kubelet/service-messages.ts'
import { diagnose, type Patient } from '../../../../src/lib/agent/install/doctor.ts'
import { type Installation, installationText } from '../../../../src/lib/agent/installation/installation.ts'
import type { SystemFiles } from '../../../../src/lib/agent/ports/system-files.ts'
import { describeDiagnosis, diagnosisData } from '../../../../src/lib/fleet/doctor/output.ts'
import { setupOf } from '../../../../src/lib/kubelet/layout/setup.ts'
import type { ProgramFact } from '../../../../src/lib/machine/run-program.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { expectGolden } from '../../../support/golden.ts'
import { kubeadm, plain } from '../../kubelet/layout/units.ts'

const limits = { signal: new AbortController().signal }

const unused = () => Promise.reject(new Error('a diagnosis changes nothing'))
const files: SystemFiles = {
  whyNotWritable: async () => undefined,
  freeBytes: async () => 2 ** 40,
  freeInodes: async () => 2 ** 20,
  whoElseWrites: async () => undefined,
  bytesOf: async () => 0,
  readText: async () => undefined,
  missingFolders: async () => [],
  find: unused,
  put: unused,
  makeFolder: unused,
  remove: unused,
  removeFolder: unused,
  removeEmptyFolder: unused,
}

const healthy: Patient = {
  machine: { isRoot: true, machineId: 'm', bootId: 'b', executable: undefined, version: '0.1.0', missingPrograms: [] },
  files,
  places: { stateFolder: '/var/lib/kubeletcfg', binFolder: '/usr/local/bin' },
  discover: async () => setupOf(plain('--config=/etc/kubelet.yaml --kubeconfig=/etc/kubelet.conf')),
  kubeletVersion: async () => 'v1.36.3',
  clockSynchronized: async () => true,
  rescueProblem: unused,
}

/** Of an installation, and what is wrong with its rescue. */
const installed = (because: ServiceFact | undefined, state: Installation['state'] = 'installed'): Partial<Patient> => ({
  files: {
    ...files,
    readText: async (path) => (path === '/var/lib/kubeletcfg/installation.json' ? recordOf(state) : undefined),
  },
  rescueProblem: async ({ dropInPath }) => {
    expect(dropInPath).toBe('/etc/systemd/system/kubelet.service.d/10-kubeletcfg-rescue.conf')
    return because && { because }
  },
})

const recordOf = (state: Installation['state']): string =>
  installationText({
    ...{ schemaVersion: 1, state, runsAs: 'service', version: '0.1.0', node: 'node-a', namespace: 'kube-system' },
    ...{ kubeletUnit: 'kubelet.service', kubeletRoot: '/var/lib/kubelet', files: [], folders: [] },
    place: { mode: 'file', config: '/etc/kubelet.yaml' },
  })

const reset: ServiceFact = {
  reason: 'RescueReset',
  subject: { kind: 'Unit', name: 'kubelet.service' },
  by: ['/etc/systemd/system/kubelet.service.d/20-proxy.conf'],
}

const k3s = { reason: 'KubeletEmbedded', subject: { kind: 'Unit', name: 'k3s.service' }, product: 'k3s' } as const
const silent = new Failure<ProgramFact>('timeout', {
  reason: 'ProgramTimedOut',
  program: 'systemctl',
  timeoutMs: 10_000,
})

test.each<[string, Partial<Patient>, string, readonly string[]]>([
  ['works', {}, 'works', []],
  ['kubeadm', { discover: async () => setupOf(kubeadm) }, 'with-care', ['ConfigRewritten', 'FieldsSetByFlags']],
  ['newer', { kubeletVersion: async () => 'v1.99.0' }, 'with-care', ['OwnKubeletNewer']],
  ['older', { kubeletVersion: async () => 'v1.20.0' }, 'with-care', ['OwnKubeletOlder']],
  ['k3s', { discover: async () => ({ refused: k3s }) }, 'refused', ['KubeletEmbedded']],
  ['user', { machine: { ...healthy.machine, isRoot: false } }, 'refused', ['NotRoot']],
  ['programs', { machine: { ...healthy.machine, missingPrograms: ['systemd-run'] } }, 'refused', ['ProgramMissing']],
  [
    'read-only',
    { files: { ...files, whyNotWritable: async (path) => (path === '/usr/local/bin' ? 'EROFS' : undefined) } },
    'refused',
    ['FolderNotWritable'],
  ],
  [
    'of-others',
    {
      files: {
        ...files,
        whoElseWrites: async (path) =>
          path === '/usr/local/bin' ? { path: '/usr/local', uid: 1000, gid: 1000, mode: 0o755 } : undefined,
      },
    },
    'refused',
    ['FolderOfOthers'],
  ],
  ['full', { files: { ...files, freeBytes: async () => 1_000_000 } }, 'refused', ['DiskFull', 'DiskFull']],
  ['inodes', { files: { ...files, freeInodes: async () => 3 } }, 'refused', ['InodesUsedUp']],
  ['clock', { clockSynchronized: async () => false }, 'with-care', ['ClockNotSynchronized']],
  ['rescue', installed(reset), 'with-care', ['RescueNotConnected']],
  ['rescue-connected', installed(undefined), 'works', []],
  ['rescue-leaves', installed(reset, 'uninstalling'), 'works', []],
  ['record-damaged', { files: { ...files, readText: async () => '{' } }, 'with-care', ['InstallationUnreadable']],
  [
    'record-newer',
    { files: { ...files, readText: async () => '{"schemaVersion":2}' } },
    'with-care',
    ['InstallationNewer'],
  ],
  [
    'record-of-root',
    {
      machine: { ...healthy.machine, isRoot: false },
      files: { ...files, readText: () => Promise.reject(new Failure('refused', { reason: 'FileNotReadable' })) },
    },
    'refused',
    ['NotRoot'],
  ],
  ['clock-unknown', { clockSynchronized: () => Promise.reject(silent) }, 'works', []],
  ['no-config', { discover: async () => setupOf(plain('--kubeconfig=/a')) }, 'refused', ['NoConfigFile']],
  ['standalone', { discover: async () => setupOf(plain('--config=/a')) }, 'refused', ['KubeletStandalone']],
  ['silent', { discover: () => Promise.reject(silent) }, 'refused', ['ProgramTimedOut']],
  ['no-version', { kubeletVersion: () => Promise.reject(silent) }, 'refused', ['ProgramTimedOut']],
])('%s', async (name, changes, verdict, reasons) => {
  const diagnosis = await diagnose({ ...healthy, ...changes }, limits)
  expect(diagnosis.verdict).toBe(verdict)
  const data = diagnosisData(diagnosis)
  expect([...data.problems, ...data.care].map(({ reason }) => reason)).toEqual(reasons)
  expectGolden(describeDiagnosis(diagnosis), `doctor/${name}.txt`)
})

test('as data', async () => {
  const data = (diagnosis: Awaited<ReturnType<typeof diagnose>>) => ({
    apiVersion: 'kubeletcfg.dev/v1alpha1',
    kind: 'Diagnosis',
    ...diagnosisData(diagnosis),
  })
  const text = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
  const found = await diagnose({ ...healthy, discover: async () => setupOf(kubeadm) }, limits)
  expectGolden(text(data(found)), 'doctor/json.txt')
  const refused = await diagnose({ ...healthy, discover: async () => ({ refused: k3s }) }, limits)
  expectGolden(text(data(refused)), 'doctor/json-refused.txt')
})
