import {
  KubeletEmbedded,
  KubeletInSnap,
  KubeletWithoutUnit,
  type LayoutRefusal,
  NoKubeletFound,
  NoSystemd,
  NotLinux,
  SeveralKubeletUnits,
  SystemManagesKubelet,
  unitSubject,
} from './layout-messages.ts'
import { isKubelet, type ProcessSeen, productOfProgram, productOfUnit, unitOf } from './processes.ts'

/** A machine on which a kubelet is looked for. */
export interface MachineSeen {
  /** As Node.js names it: linux, win32. */
  readonly platform: string
  /** The name of the first process. */
  readonly init: string
  /** ID= of /etc/os-release; '' without. */
  readonly system: string
  readonly processes: readonly ProcessSeen[]
  /** The services that systemd knows. */
  readonly services: readonly string[]
}

export type FoundUnit = { readonly unit: string } | { readonly refused: LayoutRefusal }

const refuse = (refused: LayoutRefusal): FoundUnit => ({ refused })

const systems: Readonly<Record<string, 'Talos' | 'Bottlerocket'>> = { talos: 'Talos', bottlerocket: 'Bottlerocket' }

/** The unit that runs the kubelet of a machine, whatever its name; or why there is none for an agent. */
export function findUnit(machine: MachineSeen): FoundUnit {
  const { platform, system, init } = machine
  if (platform !== 'linux') return refuse(NotLinux({ platform }))
  if (Object.hasOwn(systems, system)) return refuse(SystemManagesKubelet({ system: systems[system]! }))
  return productIn(machine) ?? (init === 'systemd' ? ofSystemd(machine) : refuse(NoSystemd({ init })))
}

function productIn({ init, processes, services }: MachineSeen): FoundUnit | undefined {
  for (const { argv, cgroup } of processes) {
    const unit = unitOf(cgroup)
    // In a container, it is that of another cluster.
    if (unit === undefined && init === 'systemd') continue
    const product = productOfUnit(unit ?? '') ?? productOfProgram(argv)
    if (product !== undefined)
      return refuse(KubeletEmbedded({ subject: unit === undefined ? undefined : unitSubject(unit), product }))
  }
  if (processes.some(({ argv }) => isKubelet(argv))) return undefined
  const installed = services.find((service) => productOfUnit(service) !== undefined)
  if (installed === undefined || services.includes(usual)) return undefined
  return refuse(KubeletEmbedded({ subject: unitSubject(installed), product: productOfUnit(installed)! }))
}

const usual = 'kubelet.service'

function ofSystemd({ processes, services }: MachineSeen): FoundUnit {
  const kubelets = processes.filter(({ argv }) => isKubelet(argv))
  const units = [...new Set(kubelets.map(({ cgroup }) => unitOf(cgroup)))].filter((unit) => unit !== undefined)
  const [unit, ...others] = units
  if (others.length > 0) return refuse(SeveralKubeletUnits({ units }))
  if (unit !== undefined) return usable(unit)
  // Kubelets in containers are those of other nodes.
  if (services.includes(usual)) return usable(usual)
  const [kubelet] = kubelets
  return refuse(kubelet === undefined ? NoKubeletFound() : KubeletWithoutUnit({ pid: kubelet.pid }))
}

const usable = (unit: string): FoundUnit =>
  unit.startsWith('snap.') ? refuse(KubeletInSnap({ subject: unitSubject(unit) })) : { unit }
