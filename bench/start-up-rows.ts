import type { Programs } from './programs.ts'
import type { Row } from './row.ts'

const bareNode = { than: 'node -e 0', theirs: () => [process.execPath, '-e', '0'] }
const kubectlVersion = { than: 'kubectl version --client', theirs: () => ['kubectl', 'version', '--client'] }

/** What each way to install is compared with. */
const yardsticks = { npm: bareNode, executable: kubectlVersion } as const

/** Start-up, and the smallest piece of work. */
export function startUpRows({ by, kubeletcfg }: Programs, file: string): readonly Row[] {
  const yardstick = yardsticks[by]
  const validate = kubeletcfg('validate', file, '--kubernetes-version', '1.36')
  return [
    { what: `${by}: --version`, ...yardstick, ours: () => kubeletcfg('--version') },
    { what: `${by}: --help`, ...yardstick, ours: () => kubeletcfg('--help') },
    { what: `${by}: validate one file`, ...yardstick, ours: () => validate },
    {
      what: `${by}: completion of a flag`,
      than: 'its own --version',
      ours: () => kubeletcfg('__complete', '--', 'push', '--'),
      theirs: () => kubeletcfg('--version'),
    },
  ]
}
