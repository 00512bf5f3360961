import { outputOf } from '../host/output-of.ts'
import { directoryOf } from '../machine/directory.ts'
import { siblingsOnDisk } from '../machine/disk.ts'

/** What changes by itself: logs, addresses of pods, and what systemd remembers. */
const passing = ['./upper/var/log', './upper/var/lib/cni', './upper/var/lib/systemd', './upper/run', './upper/tmp']

const list = `
cd "$0"
skip=$(printf ' -path %s -o' "$@")
find ./upper \\( \${skip% -o} \\) -prune -o -printf '%p %y %m %U:%G %l\\n'
find ./upper \\( \${skip% -o} \\) -prune -o -type f -exec sha256sum {} +
find ./kubelet -maxdepth 1 -printf '%p %y %m %U:%G\\n'
sha256sum ./kubelet/*.yaml; find ./kubelet -maxdepth 1 -name '*.env' -exec sha256sum {} +`

/**
 * Everything that a node has on its disk beside what it shares with the host: type, mode, owner and content of each file.
 * Times are left out.
 */
export async function filesOf(node: string): Promise<readonly string[]> {
  const [program, ...args] = siblingsOnDisk(node, ['sh', '-c', list, `${directoryOf(node)}/disk/fs`, ...passing])
  return (await outputOf(program, args)).split('\n').toSorted()
}
