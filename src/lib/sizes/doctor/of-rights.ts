import type { Finding } from '../../message/findings.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import { type SizeDoctorFact, SizingAllowed, SizingNotAllowed } from './doctor-messages.ts'

/** Which commands the user may use. */
export function ofRights(rights: ClusterSeen['rights']): readonly Finding[] {
  const byCommand = [...Map.groupBy(rights, ({ command }) => command)]
  const denied = byCommand.flatMap(([command, all]): SizeDoctorFact[] => {
    const missing = all.filter(({ allowed }) => !allowed).map(({ verb, resource }) => `${verb} ${resource}`)
    return missing.length === 0 ? [] : [SizingNotAllowed({ command, rights: missing })]
  })
  const commands = byCommand.filter(([, all]) => all.every(({ allowed }) => allowed)).map(([command]) => command)
  const may: SizeDoctorFact = SizingAllowed({ commands })
  return [
    ...(commands.length === 0 ? [] : [{ severity: 'works', fact: may } as const]),
    ...denied.map((fact) => ({ severity: 'care', fact }) as const),
  ]
}
