import { errnoText } from '../errno.ts'
import { type FactOf, message } from '../message/message.ts'

/** Why a host cannot be examined at all. `command`: the one that runs others on the host, as it was typed. */
export type ReachFact =
  | FactOf<typeof HostNotLinux>
  | FactOf<typeof HostRootUnlike>
  | FactOf<typeof HostCommandNotRun>
  | FactOf<typeof HostCommandEnded>
  | FactOf<typeof HostCommandSilent>
  | FactOf<typeof HostCommandNotUnderstood>

export const HostNotLinux = message('HostNotLinux', ({ system }: { system: string }) => ({
  said: `--host requires Linux, and this system is ${system === '' ? 'unknown' : system}`,
  hints: ['examine a node from here with a command behind --, such as --host -- ssh node-a'],
}))

export const HostRootUnlike = message(
  'HostRootUnlike',
  ({ path, missing }: { path: string; missing: readonly string[] }) => ({
    said: `'${path}' is not the root folder of a host: no folder ${missing.join(', ')}`,
    hints: ["mount the host's root folder with all that is mounted below it, as kubectl debug does at /host"],
  }),
)

export const HostCommandNotRun = message(
  'HostCommandNotRun',
  ({ command, errno }: { command: string; errno: string }) => ({
    said: `cannot run '${command}': ${texts[errno] ?? errnoText(errno)}`,
    hints: [howItIsRun],
  }),
)

/** `end`: its exit code, or the signal that ended it. */
export const HostCommandEnded = message(
  'HostCommandEnded',
  ({ command, end, programMessage }: { command: string; end: number | string; programMessage: string }) => ({
    said: after(`'${command}' ended before the host answered: ${endText(end)}`, programMessage),
    hints: [howItIsRun],
  }),
)

export const HostCommandSilent = message(
  'HostCommandSilent',
  ({ command, timeoutMs, programMessage }: { command: string; timeoutMs: number; programMessage: string }) => ({
    said: after(`'${command}': no answer from the host within ${timeoutMs / 1000} s`, programMessage),
    hints: [howItIsRun],
  }),
)

export const HostCommandNotUnderstood = message(
  'HostCommandNotUnderstood',
  ({ command, maxBytes }: { command: string; maxBytes: number }) => ({
    said: `'${command}' printed more than ${maxBytes / 2 ** 20} MiB instead of an answer`,
    hints: [howItIsRun],
  }),
)

const howItIsRun =
  'the command gets one more word, sh: it must run that on the host with its stdin, without a terminal or a password'

const texts: Readonly<Record<string, string>> = { ENOENT: 'not found', EACCES: 'not executable' }

const endText = (end: number | string): string => (typeof end === 'number' ? `exit code ${end}` : end)

/** With what the program says about it. */
const after = (said: string, programMessage: string): string =>
  programMessage === '' ? said : `${said}: ${programMessage.replaceAll(/\s*\n\s*/g, '; ')}`
