/** A process that may be, or may contain, a kubelet. */
export interface ProcessSeen {
  readonly pid: number
  readonly argv: readonly string[]
  /** /proc/PID/cgroup. */
  readonly cgroup: string
}

/** What has a kubelet in it, or as a child that it starts again itself. */
export type Product = 'k3s' | 'RKE2' | 'MicroK8s' | 'MicroShift' | 'k0s'

const programs: Readonly<Record<string, Product>> = {
  k3s: 'k3s',
  rke2: 'RKE2',
  kubelite: 'MicroK8s',
  microshift: 'MicroShift',
  k0s: 'k0s',
}

const units: readonly (readonly [pattern: RegExp, product: Product])[] = [
  [/^k3s(?:-agent)?\.service$/, 'k3s'],
  [/^rke2-(?:server|agent)\.service$/, 'RKE2'],
  [/^snap\.microk8s\./, 'MicroK8s'],
  [/^microshift\.service$/, 'MicroShift'],
  [/^k0s(?:controller|worker)\.service$/, 'k0s'],
]

export const productOfUnit = (unit: string): Product | undefined => units.find(([pattern]) => pattern.test(unit))?.[1]

/** k3s calls itself `/usr/local/bin/k3s agent`, in one word. */
const nameIn = (argv: readonly string[]): string => (argv[0] ?? '').split(' ', 1)[0]!.replace(/^.*\//, '')

/** By the name of the program. */
export function productOfProgram(argv: readonly string[]): Product | undefined {
  const name = nameIn(argv)
  return Object.hasOwn(programs, name) ? programs[name] : undefined
}

/** hyperkube has all programs of Kubernetes in one. */
export const isKubelet = (argv: readonly string[]): boolean =>
  nameIn(argv) === 'kubelet' || (nameIn(argv) === 'hyperkube' && argv[1] === 'kubelet')

/**
 * The service of this machine that a process belongs to, by its path in systemd's hierarchy; undefined: none, as for
 * processes in containers, even if a systemd runs in there. From a container, paths begin with `..`.
 */
export function unitOf(cgroup: string): string | undefined {
  const lines = cgroup.split('\n').map((line) => /^(\d+):([^:]*):(.*)$/.exec(line))
  const own = lines.find((line) => line?.[2] === 'name=systemd') ?? lines.find((line) => line?.[1] === '0')
  const parts = (own?.[3] ?? '').split('/').filter((part) => part !== '' && part !== '..')
  const first = parts.find((part) => !part.endsWith('.slice'))
  return first?.endsWith('.service') ? first : undefined
}
