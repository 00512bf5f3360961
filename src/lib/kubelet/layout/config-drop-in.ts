import { Failure } from '../../message/failure.ts'
import { readSource, type SourceFile, type Unit } from '../flags/source.ts'
import { asSystemdReads } from '../flags/unit-order.ts'
import type { KubeletSetup } from './setup.ts'

/**
 * The drop-in of a kubelet's unit that gives another file to --config, and changes nothing else. It sets the variable again
 * that holds the flag, such as KUBELET_CONFIG_ARGS of kubeadm; otherwise it repeats the command with the other file.
 * `files`: the unit and its drop-ins without this one. undefined: neither has --config in its text.
 */
export function configDropIn(
  { configVariable }: Pick<KubeletSetup, 'configVariable'>,
  files: readonly SourceFile[],
  path: string,
): string | undefined {
  if (configVariable !== undefined)
    return service(`Environment=${word(`${configVariable}=--config=${path.replaceAll('%', '%%')}`)}`)
  const command = commandOf(files)
  const turned = command && withConfig(command, path.replaceAll('%', '%%').replaceAll('$', '$$$$'))
  return turned && service('ExecStart=', `ExecStart=${turned.map(word).join(' ')}`)
}

const service = (...lines: readonly string[]): string => `[Service]\n${lines.join('\n')}\n`

/** The last one counts. */
const commandOf = (files: readonly SourceFile[]): readonly string[] | undefined =>
  asSystemdReads(files)
    .map((file) => unitIn(file)?.command)
    .findLast((command) => command !== undefined && command.length > 0)

function unitIn(file: SourceFile): Unit | undefined {
  try {
    const source = readSource(file)
    return source.kind === 'unit' ? source : undefined
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** Every --config in it, however it is written; undefined without one. */
function withConfig(command: readonly string[], path: string): readonly string[] | undefined {
  let isFound = false
  const words = command.flatMap((text, i): readonly string[] => {
    if (/^--?config$/.test(command[i - 1] ?? '')) return []
    const isFlag = /^--?config(?:=|$)/.test(text)
    isFound ||= isFlag
    return isFlag ? [`--config=${path}`] : [text]
  })
  return isFound ? words : undefined
}

/** Variables and specifiers of the unit keep their meaning. */
const word = (text: string): string =>
  /^[-\w./:=@%$+,{}~!|]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`
