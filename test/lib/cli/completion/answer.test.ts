import { mkdtempSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from '@jest/globals'
import { answer } from '../../../../src/lib/cli/completion/complete-line.ts'
import { type Bin, bins as programsOf } from '../../../../src/lib/cli/shell/bins.ts'
import { releases } from '../../../../src/lib/kubelet/model/releases.ts'
import { refusal, startApiServer } from '../../../support/api-server.ts'
import { configOf } from '../../../support/programs.ts'
import { runHosted } from '../../../support/run-hosted.ts'
import { program } from '../../completion/programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'answer-'))
const kubeconfig = join(folder, 'kubeconfig')
writeFileSync(
  kubeconfig,
  `{"current-context": "b@b", "clusters": [{"name": "here", "cluster": {"server": "https://127.0.0.1:1"}}],
    "users": [{"name": "u", "user": {}}, {"name": "bad\\u001b[2Jname", "user": {}}],
    "contexts": [{"name": "arn:a:b/c d", "context": {"cluster": "here"}}, {"name": "b@b", "context": {"cluster": "here"}}]}`,
)
process.env['KUBECONFIG'] = kubeconfig
process.env['AT'] = folder

const bins = ['kubeletcfg', 'nodesize'] satisfies Bin[]
const configs = await Promise.all(bins.map(configOf))
const asked = { userAgent: 'test', completionTimeoutMs: 20_000 }

test.each([
  ['kubeletcfg schema --kubernetes-version=', [...releases]],
  [
    'kubeletcfg validate --kubernetes-version 1.36,',
    [...releases.filter((it) => it !== '1.36'), 'all', 'cluster'],
    '1.36,',
  ],
  ['kubeletcfg validate --kubernetes-version 1.34-1.3', releases.filter((it) => it.startsWith('1.3')), '1.34-'],
  ['kubeletcfg explain imageGCL', ['imageGCLowThresholdPercent']],
  ['kubeletcfg explain MemoryQ', ['MemoryQoS']],
  ['kubeletcfg explain featureGates.MemoryQ', ['featureGates.MemoryQoS']],
  ['kubeletcfg explain V8', ['V80', 'V81', 'V82', 'V83', 'V84', 'V85', 'V86']],
  ['kubeletcfg explain READ-F', ['READ-FILE']],
  ['kubeletcfg gates MemoryQ', ['MemoryQoS']],
  ['kubeletcfg gates NodeS --kubernetes-version 1.2', ['1.28', '1.29']],
  ['kubeletcfg gates --kubernetes-version 1.36 AppArmorF', []],
  ['kubeletcfg gates --kubernetes-version 1.32 AppArmorF', ['AppArmorFields']],
  ['kubeletcfg validate --ignore H0', ['H01', 'H02', 'H03', 'H04', 'H05', 'H06', 'H07', 'H08', 'H09']],
  ['kubeletcfg push --ignore S', ['S20', 'S25']],
  ['kubeletcfg validate --strict ', ['warnings']],
  ['kubeletcfg sandbox --fault kubelet-d', ['kubelet-down=', 'kubelet-delay=']],
  ['nodesize set node-a --cpu ', ['max']],
  ['nodesize completion ', ['bash', 'zsh', 'fish']],
  ['kubeletcfg get -o ', ['text', 'json', 'yaml', 'name', 'jsonpath=', 'jsonpath-as-json=', 'custom-columns=']],
  ['nodesize get -o=w', ['wide']],
  ['kubeletcfg get --context ', ['arn:a:b/c d', 'b@b']],
  ['kubeletcfg get --cluster h', ['here']],
  ['kubeletcfg get --user=', ['u']],
  [`kubeletcfg get --kubeconfig ~/${relative(homedir(), kubeconfig)} --user `, ['u']],
  ['kubeletcfg get --kubeconfig $AT/kubeconfig --user ', ['u']],
  [`kubeletcfg get --kubeconfig $\{AT}/kubeconfig --user `, ['u']],
  ['kubeletcfg get --kubeconfig /nonexistent --user ', []],
])('%s', async (line, expected, head = '') => {
  const [bin, ...words] = line.split(' ')
  const table = configs.find(({ name }) => name === bin)!
  const { text, late } = await answer(words, {
    table: { commands: table.commands, topics: programsOf[bin as Bin].topics },
    ...asked,
  })
  const values = text.split('\n').map((each) => each.split('\t')[0]!)
  expect(values.slice(0, -2)).toEqual(expected.map((value) => head + value))
  expect(late).toBe(false)
})

test.each([
  ['quoted words are unquoted', ['--quoted', '--', 'push', "--dry-run='ser"], 'server\n:4\n'],
  ['other words are taken as they are', ['--', 'push', "--dry-run='ser"], ':4\n'],
  ['files are left to the shell', ['--', 'validate', 'a'], ':0\n'],
  ['no words', [], 'agent\t'],
  ['only the first dashes', ['--', 'sandbox', '--', '-'], ':0\n'],
  ['without dashes', ['sandbox', '--', '-'], ':0\n'],
  ['nor others', ['explain', 'imageGCL'], 'imageGCLowThresholdPercent\t'],
])('%s', async (_, words, expected) => {
  const { stdout, stderr, exit } = await runHosted(['kubeletcfg', '__complete', ...words])
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  expect(stdout.startsWith(expected)).toBe(true)
})

const nodesOf = (kubeconfig: string, completionTimeoutMs = asked.completionTimeoutMs) =>
  answer(['--kubeconfig', kubeconfig, 'set', 'no'], { ...asked, table: program, completionTimeoutMs })

test.each([
  ['refuses', () => refusal(403, 'Forbidden')],
  ['answers with something else', () => ({ body: { kind: 'NodeList', items: [] } })],
])('there are no nodes where the server %s', async (_, reply) => {
  await using server = await startApiServer(reply)
  expect(await nodesOf(await server.kubeconfig())).toEqual({ text: ':4\n', late: false })
})

test('nodes come from one request, without objects and from the cache', async () => {
  const columnDefinitions = [{ format: '' }, { format: 'name' }]
  const rows = [{ cells: ['x', 'node-b'] }, { cells: ['x', 'other'] }, { cells: ['x', 'node-a'] }]
  await using server = await startApiServer(() => ({ body: { kind: 'Table', columnDefinitions, rows } }))
  expect(await nodesOf(await server.kubeconfig())).toEqual({ text: 'node-a\nnode-b\n:4\n', late: false })
  expect(server.received).toMatchObject([
    { path: '/api/v1/nodes', query: { includeObject: 'None', resourceVersion: '0' } },
  ])
})

test('completion does not wait for a server that does not respond', async () => {
  await using server = await startApiServer(() => new Promise<never>(() => {}))
  expect(await nodesOf(await server.kubeconfig(), 100)).toEqual({ text: ':4\n', late: true })
})
