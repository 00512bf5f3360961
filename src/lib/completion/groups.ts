import type { TypedLine } from './typed-line.ts'

/** A flag such as `--node`, or an argument such as `NODE`. */
type Member = `--${string}` | Uppercase<string>

/** What belongs together in every command that has all of it; each command checks the same itself. */
interface Group {
  readonly members: readonly Member[]
  /** At least one of them must be given. */
  readonly required: boolean
  /** At most one of them can be given. */
  readonly exclusive: boolean
}

export const groups: readonly Group[] = [
  { members: ['--global', '--node'], required: true, exclusive: true },
  { members: ['NODE', '--selector'], required: false, exclusive: true },
  { members: ['NODE', '--selector', '--all'], required: true, exclusive: true },
  { members: ['--cpu', '--memory'], required: true, exclusive: false },
]

type Line = Pick<TypedLine, 'command' | 'flags' | 'given' | 'args'>

/** Whether a member of the same group rules it out. */
export function isExcluded(member: Member, line: Line): boolean {
  const flag = line.flags[member.slice(2)]
  const others = groupsOf(line).flatMap(({ members, exclusive }) =>
    exclusive && members.includes(member) ? members.filter((other) => other !== member) : [],
  )
  const declared = (flag?.exclusive ?? []).map((other): Member => `--${String(other)}`)
  return [...others, ...declared].some((other) => isGiven(other, line))
}

/** The flags of which one is still missing. */
export const missingFlags = (line: Line): readonly string[] => [
  ...Object.values(line.flags).flatMap(({ name, required = false }) =>
    required && !line.given.has(name) ? [name] : [],
  ),
  ...groupsOf(line).flatMap(({ members, required }) =>
    required && !members.some((member) => isGiven(member, line))
      ? members.filter(isFlag).map((flag) => flag.slice(2))
      : [],
  ),
]

const groupsOf = ({ command, flags }: Line): readonly Group[] =>
  groups.filter(({ members }) =>
    members.every((member) =>
      isFlag(member) ? member.slice(2) in flags : member.toLowerCase() in (command?.args ?? {}),
    ),
  )

/** An argument counts as given with the first word that is not a flag: no command has another argument before it. */
const isGiven = (member: Member, { given, args }: Line): boolean =>
  isFlag(member) ? given.has(member.slice(2)) : args.length > 0

const isFlag = (member: Member): boolean => member.startsWith('--')
