import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { profileNames } from '../../../src/lib/kubelet/reference/starter/profiles.ts'
import { kubeletcfg } from '../commands.ts'
import { onNode, writeOnNode } from '../node.ts'
import { newest } from '../versions.ts'
import { configMap, done, removeDocuments } from './documents.ts'

afterAll(removeDocuments)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'init-'))
})

test.each(profileNames)(
  'a configuration from init for %s can be pushed, and the kubelet accepts it',
  async (profile) => {
    const file = join(folder, `${profile}.yaml`)
    const init = await kubeletcfg(['init', file, `--kubernetes-version=${newest}`, '--profile', profile])
    expect(init).toEqual(done('', `created ${file} for kubelet ${newest}\n`))
    const push = ['push', '-f', file, '--node=node-a', '--accept-risk=drain,reboot', '--yes']
    expect(await kubeletcfg(push)).toMatchObject({ exit: 0 })
    const stored = (await configMap('node-a-kubelet-configuration')).data?.['kubelet']
    expect(stored).toBe(await readFile(file, 'utf8'))
    expect(await problemsOfKubelet(stored!)).toEqual([])
  },
)

/**
 * What the kubelet of node-a says against a document. A negative --max-pods makes it end before it touches anything, after it
 * has decoded and validated all: that one problem is ours.
 */
async function problemsOfKubelet(text: string): Promise<readonly string[]> {
  const path = '/tmp/init-test.yaml'
  await writeOnNode('node-a', path, text)
  const ended = 'timeout 20 kubelet --config "$0" --max-pods=-1 2>&1 && exit 99; [ $? = 1 ]'
  const log = await onNode('node-a', ['sh', '-c', ended, path])
  expect(log).not.toContain('lenient')
  const problems = log.split(/(?=invalid configuration: )/).slice(1)
  expect(problems.some(isOurs)).toBe(true)
  return problems.filter((problem) => !isOurs(problem))
}

const isOurs = (problem: string): boolean => problem.includes('--max-pods')
