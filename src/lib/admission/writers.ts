/** Users and groups as the API server authenticates them. */
export interface Writers {
  readonly users: readonly string[]
  readonly groups: readonly string[]
}

/** Why a policy refuses whoever is no writer. */
export const writersMessage = (writers: Writers, what: string): string => {
  const names = [...writers.users.map((user) => `user ${user}`), ...writers.groups.map((group) => `group ${group}`)]
  return `only ${names.join(', ')} may ${what}: who does is root on nodes`
}

/** The writers that a refusal of one of these policies names; undefined: it is of another policy. */
export function writersIn(refusal: string): Writers | undefined {
  const [, list] =
    /ValidatingAdmissionPolicy 'kubeletcfg-\w+-writers' .*: only ((?:user|group) .+?) may /s.exec(refusal) ?? []
  const names = list?.split(/, (?=user |group )/)
  const of = (kind: string) =>
    names?.flatMap((each) => (each.startsWith(`${kind} `) ? [each.slice(kind.length + 1)] : [])) ?? []
  return names && { users: of('user'), groups: of('group') }
}
