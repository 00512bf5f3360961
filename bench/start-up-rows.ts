import type { Programs } from './programs.ts'
import type { Row } from './row.ts'

const bareNode = { than: 'node -e 0', theirs: () => [process.execPath, '-e', '0'] }
const kubectlVersion = { than: 'kubectl version --client', theirs: () => ['kubectl', 'version', '--client'] }

/** For each way to install: what it is compared with, and its goals. */
const yardsticks = {
  npm: { ...bareNode, version: 2.0, help: 2.0, one: 2.6 },
  executable: { ...kubectlVersion, version: 1.0, help: 1.2, one: 1.5 },
} as const

/** Start-up, and the smallest piece of work. */
export function startUpRows({ by, kubeletcfg }: Programs, file: string): readonly Row[] {
  const { than, theirs, ...goals } = yardsticks[by]
  const validate = kubeletcfg('validate', file, '--kubernetes-version', '1.36')
  return [
    { what: `${by}: --version`, than, theirs, goal: goals.version, ours: () => kubeletcfg('--version') },
    { what: `${by}: --help`, than, theirs, goal: goals.help, ours: () => kubeletcfg('--help') },
    { what: `${by}: validate one file`, than, theirs, goal: goals.one, ours: () => validate },
    {
      what: `${by}: completion of a flag`,
      than: 'its own --version',
      goal: 1.5,
      ours: () => kubeletcfg('__complete', '--', 'push', '--'),
      theirs: () => kubeletcfg('--version'),
    },
  ]
}
