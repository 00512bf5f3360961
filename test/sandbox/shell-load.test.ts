import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { load } from '../../src/sandbox/shell/load.ts'
import { answer, StandIn } from './stand-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'load-'))
function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const discovery: Record<string, object> = {
  '/api/v1': {
    resources: [
      { name: 'pods', kind: 'Pod', namespaced: true },
      { name: 'pods/status', kind: 'Pod', namespaced: true },
      { name: 'nodes', kind: 'Node', namespaced: false },
    ],
  },
  '/apis/apps/v1': { resources: [{ name: 'daemonsets', kind: 'DaemonSet', namespaced: true }] },
}

const cluster = () =>
  new StandIn(({ method, path, body }) => {
    if (method === 'GET') return path in discovery ? answer(discovery[path]) : answer({ message: 'not found' }, 404)
    return String(body).includes('bad') ? answer({ message: `${path} "bad" is forbidden` }, 403) : answer({}, 201)
  })

async function created(...files: string[]) {
  const sandbox = cluster()
  await load(sandbox, files)
  return sandbox.requests
    .filter(({ method }) => method === 'POST')
    .map(({ path, body }) => `${path} ${JSON.parse(String(body)).metadata.name}`)
}

describe('loading', () => {
  test('creates each object of each file in its namespace, in their order', async () => {
    const yaml = file(
      'a.yaml',
      `# nothing in the first document
---
{apiVersion: v1, kind: Pod, metadata: {name: one}}
---
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: two}}
- {apiVersion: apps/v1, kind: DaemonSet, metadata: {name: three, namespace: kube-system}}
`,
    )
    const json = file('b.json', '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "four"}}')
    expect(await created(yaml, json)).toEqual([
      '/api/v1/namespaces/default/pods one',
      '/api/v1/nodes two',
      '/apis/apps/v1/namespaces/kube-system/daemonsets three',
      '/api/v1/namespaces/default/pods four',
    ])
  })

  test('reads scalars as kubectl does', async () => {
    const sandbox = cluster()
    const head = 'apiVersion: v1\nkind: Pod\nmetadata: {name: x}\n'
    await load(sandbox, [
      file('c.yaml', `${head}spec: {octal: 0644, yes: yes, time: 2026-01-02, clock: 22:22, text: "no"}`),
    ])
    expect(JSON.parse(String(sandbox.requests.at(-1)?.body)).spec).toEqual({
      octal: 0o644,
      true: true,
      time: '2026-01-02',
      clock: '22:22',
      text: 'no',
    })
  })

  test('tells all that is wrong at once', async () => {
    const pod = (name: string) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\n`
    const files = [
      join(folder, 'absent.yaml'),
      folder,
      file('d.yaml', `${pod('bad')}---\n${pod('good')}---\nkind: Pod\n---\n{apiVersion: v9, kind: Pod}\n`),
      file('e.yaml', 'a: [1,\n'),
      file('binary.yaml', '\u007fELF\u0002\u0001\n\u0000\u0003: [}'),
      file('f.yaml', '{apiVersion: v1, kind: PodList, items: [7]}'),
    ]
    const failure = await load(cluster(), files).catch((error) => error)
    expect(failure).toMatchObject({ code: 'invalid' })
    expect(failure.message.replaceAll(`${folder}/`, '').split('\n')).toEqual([
      '8 problems',
      '  absent.yaml: no such file or folder',
      `  ${folder}: cannot be read: it is a folder, not a file`,
      '  d.yaml, document 1: /api/v1/namespaces/default/pods "bad" is forbidden',
      '  d.yaml, document 3: not a Kubernetes object: apiVersion and kind are required',
      "  d.yaml, document 4: no kind 'Pod' in version 'v9'",
      '  e.yaml: is not YAML: line 2',
      expect.stringMatching(/^ {2}binary\.yaml: is not YAML: line \d$/),
      '  f.yaml, item 1: not a Kubernetes object: apiVersion and kind are required',
    ])
  })
})
