import type { ObjectBody } from '../../api/object.ts'
import type { Finding } from '../../message/findings.ts'
import { balloon } from '../../names.ts'
import { type InstallFact, NotMadeByInstall, SecondInstallation } from '../install/install-messages.ts'
import { subjectOf } from '../install/preflight.ts'
import { InstalledElsewhere } from '../model/size-messages.ts'
import { isOurs } from '../resize/installations.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import { differences } from './differences.ts'
import {
  InstallationMissing,
  ObjectDiffers,
  ObjectMissing,
  ObjectsAsIntended,
  PriorityClassDiffers,
  type SizeDoctorFact,
} from './doctor-messages.ts'

type Seen = Pick<ClusterSeen, 'namespace' | 'installation' | 'objects' | 'neighbours'>

/** Whether what install writes is there, as it is to be, and only once. */
export function ofInstallation({ namespace, installation, objects, neighbours }: Seen): readonly Finding[] {
  const second = secondInstallations(namespace, neighbours.daemonSets.value ?? [])
  if (!('daemonSetUid' in installation)) {
    const missing: SizeDoctorFact = InstallationMissing({ namespace })
    const elsewhere: InstallFact = InstalledElsewhere({ namespaces: installation.elsewhere })
    return [{ severity: 'error', fact: installation.elsewhere.length === 0 ? missing : elsewhere }]
  }
  const seen = objects.flatMap(({ wanted, live }) => (live.failure === undefined ? [{ wanted, live: live.value }] : []))
  const found = seen.flatMap(({ wanted, live }) => ofObject(wanted, live))
  const intended: SizeDoctorFact = ObjectsAsIntended({ count: seen.length, namespace })
  const isGood = found.length === 0 && seen.length > 0
  return [...second, ...(isGood ? [{ severity: 'works', fact: intended } as const] : found)]
}

function secondInstallations(namespace: string, daemonSets: readonly ObjectBody[]): readonly Finding[] {
  return daemonSets
    .filter((set) => set.metadata.name === balloon.daemonSet && set.metadata.namespace !== namespace && isOurs(set))
    .map(({ metadata }): InstallFact => SecondInstallation({ namespace: metadata.namespace ?? '' }))
    .map((fact) => ({ severity: 'error', fact }))
}

/** Without these, a balloon is not what it promises to be. */
const essential = ['PriorityClass', 'DaemonSet', 'Namespace']

function ofObject(wanted: ObjectBody, live: ObjectBody | undefined): readonly Finding[] {
  const subject = subjectOf(wanted)
  const severity = essential.includes(wanted.kind) ? 'error' : 'care'
  const missing: SizeDoctorFact = ObjectMissing({ subject })
  if (live === undefined) return [{ severity, fact: missing }]
  const foreign: InstallFact = NotMadeByInstall({ subject })
  if (!isOurs(live)) return [{ severity: 'care', fact: foreign }]
  const fields = differences(wanted, live)
  if (fields.length === 0) return []
  const differs = wanted.kind === 'PriorityClass' && fields.some(isImmutable) ? PriorityClassDiffers : ObjectDiffers
  const fact = differs({ subject, fields })
  return [{ severity, fact }]
}

const isImmutable = (field: string): boolean => field === 'value' || field === 'preemptionPolicy'
