import { boolean } from '@oclif/core/flags'
import { usage } from '../usage/usage.ts'
import { name } from './flags.ts'

export const hostFlags = {
  host: boolean({
    summary: 'Also compare with this host, or with the one that COMMAND leads to.',
  }),
  root: name({
    summary: "The host's root folder, where a container has it mounted.",
    helpValue: 'FOLDER',
    dependsOn: ['host'],
  }),
}

/** How a host is reached. */
export type WayToHost =
  | { readonly kind: 'here' }
  | { readonly kind: 'root'; readonly path: string }
  | { readonly kind: 'command'; readonly command: readonly [program: string, ...args: string[]] }

/** The arguments, and with --host the command behind `--`; without it, `--` is before names that begin with a dash. */
export function splitHostCommand(
  argv: readonly string[],
): readonly [own: string[], command: readonly string[] | undefined] {
  const at = argv.indexOf('--')
  const isHost = at >= 0 && argv.slice(0, at).includes('--host')
  return isHost ? [argv.slice(0, at), argv.slice(at + 1)] : [[...argv], undefined]
}

/** undefined: no host is asked for. */
export function wayToHost(
  { host, root }: { readonly host: boolean; readonly root?: string | undefined },
  command: readonly string[] | undefined,
): WayToHost | undefined {
  if (!host) return undefined
  if (command === undefined) return root === undefined ? { kind: 'here' } : { kind: 'root', path: root }
  const [program = '', ...args] = command
  const example = 'such as: --host -- ssh node-a'
  if (program === '') throw usage('NoCommand', 'no command given after --', example)
  if (root !== undefined)
    throw usage(
      'ConflictingArguments',
      '--root and a command after -- are mutually exclusive',
      'let the command enter the root: -- chroot FOLDER',
    )
  return { kind: 'command', command: [program, ...args] }
}
