import { Failure, said } from '../../src/lib/message/failure.ts'
import { isThere } from './host/is-there.ts'

/** What a run needs on the host, and the Debian package that has it; Debian's Go is too old for this Kubernetes. */
const files: ReadonlyArray<readonly [what: string, debianPackage?: string]> = [
  ['go'],
  ['gcc', 'gcc'],
  ['openssl', 'openssl'],
  ['runc', 'runc'],
  ['ip', 'iproute2'],
  ['nsenter', 'util-linux'],
  ['unshare', 'util-linux'],
  ['pivot_root', 'util-linux'],
  ['losetup', 'mount'],
  ['mkfs.ext4', 'e2fsprogs'],
  ['perl', 'perl-base'],
  ['/lib/systemd/systemd', 'systemd'],
  ['/usr/lib/cni/ptp', 'containernetworking-plugins'],
  ['/usr/lib/cni/host-local', 'containernetworking-plugins'],
  ['/usr/lib/cni/loopback', 'containernetworking-plugins'],
  ['/usr/include/stdio.h', 'libc6-dev'],
]

/** Throws a Failure that names all that is missing, not the first thing only. */
export function checkPrerequisites(): void {
  const missing = files.filter(([what]) => !isThere(what))
  const packages = [...new Set(missing.flatMap(([, debianPackage]) => debianPackage ?? []))]
  const problems = [
    ...(process.platform === 'linux' ? [] : ['Linux']),
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...missing.map(([what]) => (what === 'go' ? 'go 1.26 or later' : what)),
  ]
  if (problems.length === 0) return
  const hints = [
    ...(packages.length > 0 ? [`on Debian: apt-get install ${packages.join(' ')}`] : []),
    'or set KUBECONFIG_TEST_CLUSTER to the kubeconfig of a cluster that may be changed at will',
  ]
  throw new Failure(
    'refused',
    said('NotEquipped', `the test cluster cannot run here: missing ${problems.join(', ')}`, ...hints),
  )
}
