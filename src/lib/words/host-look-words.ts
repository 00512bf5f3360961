import { errnoText } from '../errno.ts'
import type { UnseenFact } from '../host/machine/host-view.ts'
import type { ReachFact } from '../host/machine/reach-fact.ts'
import type { Phrase, Vocabulary } from './phrase.ts'

const asRoot = 'run the command as root'

export const unseenWords: Vocabulary<UnseenFact> = {
  HostPathForbidden: ({ path }) => ({ said: `no permission to look at '${path}'`, hints: [asRoot] }),
  HostPathUnreadable: ({ path, errno }) => `'${path}' cannot be read: ${errnoText(errno)}`,
  HostFileTooLarge: ({ path, maxBytes }) => `'${path}' has more than ${maxBytes / 2 ** 20} MiB`,
  HostKeyNotRead: ({ path }) => ({
    said: `the private key in '${path}' is not read from another machine`,
    hints: ['validate on the host itself'],
  }),
  HostProcessesHidden: () => ({ said: 'process 1 is not in /proc', hints: ["mount the host's /proc there"] }),
  HostBehindContainer: () => ({
    said: 'this is a container, and not the host',
    hints: ["mount the host's root folder and add --root FOLDER, or put a command behind --, such as nsenter"],
  }),
  HostPortHolderHidden: ({ port }) => ({
    said: `port ${port} is in use, and no permission to see by which program`,
    hints: [asRoot],
  }),
  HostSubordinateIdsUnknown: () => ({
    said: 'the subordinate IDs of the user kubelet',
    hints: ['check the output of `getsubids kubelet`'],
  }),
}

export const reachWords: Vocabulary<ReachFact> = {
  HostNotLinux: ({ system }) => ({
    said: `--host requires Linux, and this system is ${system === '' ? 'unknown' : system}`,
    hints: ['examine a node from here with a command behind --, such as --host -- ssh node-a'],
  }),
  HostRootUnlike: ({ path, missing }) => ({
    said: `'${path}' is not the root folder of a host: no folder ${missing.join(', ')}`,
    hints: ["mount the host's root folder with all that is mounted below it, as kubectl debug does at /host"],
  }),
  HostCommandNotRun: ({ command, errno }) => ({
    said: `cannot run '${command}': ${texts[errno] ?? errnoText(errno)}`,
    hints: [howItIsRun],
  }),
  HostCommandEnded: ({ command, end, programMessage }) => ({
    said: after(`'${command}' ended before the host answered: ${endText(end)}`, programMessage),
    hints: [howItIsRun],
  }),
  HostCommandSilent: ({ command, timeoutMs, programMessage }): Phrase => ({
    said: after(`'${command}': no answer from the host within ${timeoutMs / 1000} s`, programMessage),
    hints: [howItIsRun],
  }),
  HostCommandNotUnderstood: ({ command, maxBytes }) => ({
    said: `'${command}' printed more than ${maxBytes / 2 ** 20} MiB instead of an answer`,
    hints: [howItIsRun],
  }),
}

const howItIsRun =
  'the command gets one more word, sh: it must run that on the host with its stdin, without a terminal or a password'

const texts: Readonly<Record<string, string>> = { ENOENT: 'not found', EACCES: 'not executable' }

const endText = (end: number | string): string => (typeof end === 'number' ? `exit code ${end}` : end)

/** With what the program says about it. */
const after = (said: string, programMessage: string): string =>
  programMessage === '' ? said : `${said}: ${programMessage.replaceAll(/\s*\n\s*/g, '; ')}`
