/**
 * Records what kubectl prints for the templates: `kubeletcfg sandbox -- node test/lib/jsonpath/record.ts`, with the kubectl
 * of the cluster tests first in PATH.
 */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { columnSpecs, refusedTemplates, sortPaths, templates } from './templates.ts'

const run = promisify(execFile)
const kubectl = async (...args: readonly string[]): Promise<string> => (await run('kubectl', args)).stdout
const refusal = (output: string): Promise<boolean> =>
  kubectl('get', 'nodes', output).then(
    () => false,
    () => true,
  )

/** One after the other: a small machine has other things to do. */
async function each<Result>(typed: readonly string[], of: (text: string) => Promise<Result>) {
  const results: Record<string, Result> = {}
  for (const text of typed) results[text] = await of(text)
  return results
}

await kubectl('label', 'node', 'node-a', 'tier=b', 'rank=10')
await kubectl('label', 'node', 'node-b', 'tier=a', 'rank=9')
await kubectl('label', 'node', 'node-c', 'tier=c', 'rank=100')
await kubectl('annotate', 'node', 'node-a', 'amount=1Gi')
await kubectl('annotate', 'node', 'node-b', 'amount=2G', 'note=looked at by "jane"')
await kubectl('annotate', 'node', 'node-c', 'amount=512Mi', 'note=a & b')
await kubectl('taint', 'node', 'node-b', 'spot=yes:NoSchedule')
await kubectl('cordon', 'node-c')
for (const [node, Port] of [
  ['node-a', 10250],
  ['node-b', 9],
  ['node-c', 100],
] as const) {
  const patch = JSON.stringify({ status: { daemonEndpoints: { kubeletEndpoint: { Port } } } })
  await kubectl('patch', 'node', node, '--subresource=status', '-p', patch)
}

const recordings = {
  kubectl: JSON.parse(await kubectl('version', '--client', '-o', 'json')).clientVersion.gitVersion,
  nodes: JSON.parse(await kubectl('get', 'nodes', '-o', 'json')),
  jsonpath: await each(templates, (text) => kubectl('get', 'nodes', '-o', `jsonpath=${text}`)),
  jsonpathAsJson: await each(templates, (text) => kubectl('get', 'nodes', '-o', `jsonpath-as-json=${text}`)),
  refused: await each(refusedTemplates, (text) => refusal(`-ojsonpath=${text}`)),
  customColumns: await each(columnSpecs, (text) => kubectl('get', 'nodes', '-o', `custom-columns=${text}`)),
  sorted: await each(sortPaths, async (text) =>
    (await kubectl('get', 'nodes', '-o', 'name', '--sort-by', text)).trim().split('\n'),
  ),
}
const file = join(import.meta.dirname, '..', '..', 'data', 'kubectl-templates.json')
writeFileSync(file, `${JSON.stringify(recordings, null, 1)}\n`)
