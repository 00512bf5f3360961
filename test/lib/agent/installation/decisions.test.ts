import { expect, test } from '@jest/globals'
import { nodeProblems } from '../../../../src/lib/agent/install/check-machine.ts'
import { agentKubeconfig } from '../../../../src/lib/agent/installation/agent-kubeconfig.ts'
import { agentUnitText, targetsOf } from '../../../../src/lib/agent/installation/agent-unit.ts'
import { type FoundFile, planFiles, type WantedFile } from '../../../../src/lib/agent/installation/file-plan.ts'
import {
  type Installation,
  installationText,
  readInstallation,
} from '../../../../src/lib/agent/installation/installation.ts'
import { nodeNameOf } from '../../../../src/lib/agent/installation/node-name.ts'
import { textDiff } from '../../../../src/lib/output/text-diff.ts'

const none = { asked: undefined, override: undefined, user: undefined }

test.each([
  ['the override of the kubelet', { ...none, override: ' Node-A ' }, { name: 'node-a' }],
  ['the user of its certificate', { ...none, user: 'system:node:node-a' }, { name: 'node-a' }],
  ['the override wins over the certificate', { ...none, override: 'b', user: 'system:node:a' }, { name: 'b' }],
  ['what is asked, when nothing else says it', { ...none, asked: 'a' }, { name: 'a' }],
  ['what is asked and known', { ...none, asked: 'a', user: 'system:node:a' }, { name: 'a' }],
])('the name of the node: %s', (_, clues, expected) => {
  expect(nodeNameOf(clues)).toEqual(expected)
})

test.each([
  ['nothing says it', none, 'NodeNameUnknown'],
  ['another user', { ...none, user: 'kubernetes-admin' }, 'NodeNameUnknown'],
  ['another name is asked', { ...none, asked: 'b', user: 'system:node:a' }, 'NodeNameContradicted'],
])('no name of the node: %s', (_, clues, reason) => {
  expect(nodeNameOf(clues)).toMatchObject({ refused: { reason } })
})

test.each([
  ['both IDs', { machineId: 'm', bootId: 'b' }, []],
  ['only the machine ID, after a boot', { machineId: 'm', bootId: 'old' }, []],
  ['only the boot ID', { machineId: '', bootId: 'b' }, []],
  ['neither', { machineId: 'x', bootId: 'y' }, ['NodeOfOtherMachine']],
])('a Node is this machine by %s', (_, ids, reasons) => {
  const problems = nodeProblems(
    'node-a',
    { uid: 'u', ...ids },
    {
      ...{ machineId: 'm', bootId: 'b', runsAs: 'service' },
    },
  )
  expect(problems.map(({ reason }) => reason)).toEqual(reasons)
})

const file: WantedFile = { path: '/etc/x', mode: 0o644, content: { kind: 'text', text: 'new' } }
const found = (equals: boolean): FoundFile => ({ kind: 'file', mode: 0o644, equals, text: 'old' })

test.each<[string, FoundFile, string[], object]>([
  ['is created', { kind: 'absent' }, [], { changes: [{ action: 'create' }], problems: [] }],
  ['is kept when equal, whoever made it', found(true), [], { changes: [{ action: 'keep' }], problems: [] }],
  [
    'is replaced when ours',
    found(false),
    ['/etc/x'],
    { changes: [{ action: 'replace', before: 'old' }], problems: [] },
  ],
  ['is refused when not ours', found(false), [], { problems: [{ reason: 'FileNotOurs' }] }],
  ['is refused when it is a folder', { kind: 'other' }, ['/etc/x'], { problems: [{ reason: 'FileNotOurs' }] }],
])('a file %s', (_, there, ours, expected) => {
  expect(planFiles([[file, there]], new Set(ours))).toMatchObject(expected)
})

const installation: Installation = {
  ...{
    schemaVersion: 1,
    state: 'installed',
    runsAs: 'service',
    version: '0.1.0',
    node: 'node-a',
    namespace: 'kube-system',
  },
  ...{ kubeletUnit: 'kubelet.service', kubeletRoot: '/var/lib/kubelet' },
  place: { mode: 'file', config: '/var/lib/kubelet/config.yaml' },
  files: ['/etc/x'],
  folders: ['/var/lib/kubeletcfg'],
}

test('a record is read as it was written', () => {
  expect(readInstallation(installationText(installation))).toEqual({ kind: 'installation', installation })
})

test.each([
  ['none', undefined, 'none'],
  ['empty', '', 'damaged'],
  ['torn', installationText(installation).slice(0, 60), 'damaged'],
  ['null', 'null', 'damaged'],
  ['of another form', '{"schemaVersion":1}', 'damaged'],
  ['with a path that is none', installationText({ ...installation, files: ['etc/x'] }), 'damaged'],
  ['newer', '{"schemaVersion":2}', 'newer'],
])('a record that is %s', (_, text, kind) => {
  expect(readInstallation(text).kind).toBe(kind)
})

test('the unit quotes what is special, and is tied to no other unit', () => {
  const text = agentUnitText({
    command: ['/opt/a b/kubeletcfg', 'agent', 'run', '--node-name=100%$x'],
    writable: ['/var/lib/x', '/srv/a b%'],
    wantedBy: ['node.target'],
  })
  expect(text).toContain('ExecStart="/opt/a b/kubeletcfg" agent run --node-name=100%%$$x\n')
  expect(text).toContain('ReadWritePaths=-/var/lib/x "-/srv/a b%%"\n')
  expect(text).toContain('WantedBy=node.target\n')
  expect(text).not.toMatch(/^(?:After|Before|Requires|Wants|BindsTo|PartOf)=/m)
})

test.each([
  [['multi-user.target', 'kubelet.socket'], ['multi-user.target']],
  [['node.target'], ['node.target']],
  [[], ['multi-user.target']],
])('of %j, the agent is wanted by %j', (wantedBy, expected) => {
  expect(targetsOf(wantedBy)).toEqual(expected)
})

test('the kubeconfig names the file of the token, and never the token', () => {
  const server = {
    server: 'https://a:6443',
    authority: 'PEM',
    skipTlsVerify: false,
    tlsServerName: undefined,
    proxyUrl: undefined,
  }
  const config = JSON.parse(agentKubeconfig({ server, tokenFile: '/var/lib/kubeletcfg/token' }))
  expect(config.users).toEqual([{ name: 'kubeletcfg-agent', user: { tokenFile: '/var/lib/kubeletcfg/token' } }])
  expect(config.clusters[0].cluster).toEqual({ server: 'https://a:6443', 'certificate-authority-data': 'UEVN' })
})

test.each([
  ['', 'a\nb\n', ['+a', '+b']],
  ['a\nb\n', '', ['-a', '-b']],
  ['a\nb\nc\n', 'a\nx\nc\n', [' a', '-b', '+x', ' c']],
  ['a\n', 'a\n', [' a']],
])('the difference from %j to %j', (before, after, expected) => {
  expect(textDiff(before, after).toSorted()).toEqual(expected.toSorted())
})
