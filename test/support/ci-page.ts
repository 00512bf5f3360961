import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { Pipeline } from './pipeline.ts'

const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'ci.md'), 'utf8')
const blocks = (language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block!)

/** What docs/ci.md shows. The blocks of the action and of pre-commit are tested by `npm run test:integrations`. */
const [workflow = '', , gitlab = '', , risks = '', rights = ''] = blocks('yaml')
const [everywhere = '', onDefaultBranch = '', own = ''] = blocks('sh')
const [rehearsals = ''] = blocks('console')
export const page = { workflow, gitlab, risks, everywhere, onDefaultBranch, own, rehearsals }

export const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
export const broken = `${header}maxpods: 50\nnodeStatusUpdateFrequency: 10 seconds\n`

type Files = Readonly<Record<string, string>>

/** A repository with two configurations, and these files. */
export async function checkout(files: Files = {}, secrets: Files = {}): Promise<Pipeline> {
  const repository = await Pipeline.with(secrets)
  const usual = {
    'kubelet/global.yaml': `${header}maxPods: 50\n`,
    'kubelet/nodes/node-a.yaml': `${header}maxPods: 110\n`,
  }
  for (const [file, content] of Object.entries({ ...usual, ...files })) await repository.write(file, content)
  return repository
}

/** The same, and a cluster where the user of our example has the rights of our example. */
export async function begin(files: Files = {}) {
  const setup = await Pipeline.with({})
  await setup.write('rights.yaml', rights)
  const sandbox = await startSandbox({ load: [join(setup.folder, 'rights.yaml')] })
  const login = await kubeconfigOfPipeline(sandbox)
  const repository = await checkout({ ...files, login }, { KUBECONFIG: login })
  const KUBECONFIG = join(repository.folder, 'login')
  return { repository, KUBECONFIG, [Symbol.asyncDispose]: () => sandbox.close() }
}

async function kubeconfigOfPipeline({ kubeconfig }: RunningSandbox): Promise<string> {
  const config = JSON.parse(await readFile(kubeconfig, 'utf8'))
  config.users[0].user.as = 'pipeline'
  return JSON.stringify(config)
}

/** What `kubeletcfg list` prints of those. */
export const listed = /^global +1 +\S+ +2 +0 +2 without agent\nnode node-a +1 +\S+ +1 +0 +no agent/m
