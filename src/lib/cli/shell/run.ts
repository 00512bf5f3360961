import { errnoText } from '../../errno.ts'
import { sayAs } from '../terminal/say.ts'
import { noStyle, type Style, styleFor } from '../terminal/style.ts'
import { bins, calledAs, userAgent } from './bins.ts'
import { exitCode } from './exit-codes.ts'
import { findCommand } from './find-command.ts'
import { endOf, hangUp } from './interrupt.ts'
import type { CalledProgram, Program, Start } from './program.ts'

/** How long an open connection or a child process can keep the process alive after its end, in milliseconds. */
const lingerMs = 1_000

/** Run a command line to its end, report its error, and set process.exitCode. */
export async function run(program: Program, start: Start, typed: readonly string[]): Promise<void> {
  const called = calledProgram(program, start, typed)
  // Node would exit with 1, which means "differences found" for diff. Unhandled rejections arrive here, too.
  // oclif throws errors of stdout once more, and readline throws when it leaves a prompt.
  process.on('uncaughtException', (error) => {
    if (isHangUp(error)) return hangUp()
    void report(error, called, noStyle).then((code) => process.exit(code))
  })
  surviveBadStreams()
  // NO_COLOR wins (https://no-color.org). In Node.js FORCE_COLOR does, with a warning on stderr.
  if (process.env['NO_COLOR']) delete process.env['FORCE_COLOR']
  try {
    await carryOut(program, start, typed)
    await new Promise((written) => process.stdout.write('', written))
  } catch (error) {
    const isLost = error instanceof Error && isHangUp(error)
    if (isLost) hangUp()
    process.exitCode = isLost
      ? exitCode(endOf('interrupted'))
      : await report(error, called, await styleFor(process.stderr))
  }
  setTimeout(() => process.exit(), lingerMs).unref()
}

/** Run a command line. Throws what the command throws. Only a command and help load oclif. */
export async function carryOut(program: Program, start: Start, typed: readonly string[]): Promise<void> {
  const argv = await arrange(typed, bins[program.name].topics)
  const [first] = argv
  if (first === '--version') {
    process.stdout.write(`${userAgent(program.name)}\n`)
    return
  }
  if (first === '__complete') {
    const { completeLine } = await import('../completion/complete-line.ts')
    const { name, describe } = program
    return completeLine(argv.slice(1), { name, describe, topics: bins[name].topics, userAgent: userAgent(name) })
  }
  const found = findCommand(argv, Object.keys(program.commands))
  if (found !== undefined && !asksHelp(argv)) {
    const { runCommand } = await import('./run-command.ts')
    return runCommand(program, start, found)
  }
  const { showHelp } = await import('./show-help.ts')
  return showHelp(program, start, argv)
}

/** -h and --help anywhere before `--`. */
function asksHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h')
}

const calledProgram = ({ name, commands }: Program, { path }: Start, typed: readonly string[]): CalledProgram => ({
  name,
  bin: calledAs(name, path),
  command: findCommand(typed, Object.keys(commands))?.id ?? typed[0],
})

/**
 * The words for errors are loaded when there is an error. Never rejects: a rejection would come here again, for ever, where the files of the
 * program are gone, as when its package is upgraded while a wait goes on.
 */
async function report(error: unknown, program: CalledProgram, style: Style): Promise<number> {
  try {
    return (await import('./report-error.ts')).reportError(error, program, style)
  } catch {
    const [message] = (error instanceof Error ? error.message : String(error)).split('\n')
    sayAs('error', `internal error: ${message}`, style)
    sayAs('hint', `files of ${program.bin} were replaced or removed while it ran: run it again`, style)
    return exitCode('bug')
  }
}

/**
 * In `kubeletcfg list | head -1` the reader closes the pipe early, which is not an error; a full disk is. Errors of stderr
 * are ignored: they must not stop a change halfway. A closed terminal means SIGHUP, even where no signal arrives.
 */
function surviveBadStreams(): void {
  process.stderr.on('error', (error) => isHangUp(error) && hangUp())
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isHangUp(error)) return hangUp()
    const { code = 'no reason given' } = error
    if (code === 'EPIPE') process.exit()
    sayAs('error', `stdout cannot be written: ${errnoText(code)}`, noStyle)
    process.exit(exitCode('bug'))
  })
}

/** A prompt that ends sets the mode of its terminal, everything else writes to it. */
const isHangUp = ({ code, syscall = '' }: NodeJS.ErrnoException): boolean =>
  code === 'EIO' && ['setRawMode', 'write'].includes(syscall) && (process.stdout.isTTY || process.stderr.isTTY)

/**
 * Rewrite a command line for oclif. kubectl's `help`, `help push`, `options` and `version` become flags, and flags before the command
 * (`kubectl nodesize -n other get`) move behind it. The first word of a command of two words is a topic.
 */
export async function arrange(argv: readonly string[], topics: object): Promise<readonly string[]> {
  const [first, ...rest] = argv
  if (first === 'help') return [...(await arrange(rest, topics)), '--help']
  if (first === 'options') return ['--help', 'options']
  if (first === 'version') return ['--version', ...rest]
  return first?.startsWith('-') && rest.length > 0 ? await commandFirst(argv, topics) : argv
}

async function commandFirst(argv: readonly string[], topics: object): Promise<readonly string[]> {
  const { ClusterCommand } = await import('./cluster-command.ts')
  const at = commandIn(argv, ClusterCommand.baseFlags)
  if (at === undefined) return argv
  const end = at + (Object.hasOwn(topics, argv[at]!) ? 2 : 1)
  return [...argv.slice(at, end), ...argv.slice(0, at), ...argv.slice(end)]
}

type KnownFlags = Readonly<Record<string, { readonly type: 'boolean' | 'option'; readonly char?: string | undefined }>>

/** The index of the command after connection flags; undefined: there is no command, or there are other flags before it. */
function commandIn(argv: readonly string[], flags: KnownFlags): number | undefined {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!
    if (!word.startsWith('-')) return at
    const [, long, short, attached] = /^(?:--([^=]+)|-([^-]))(.*)$/s.exec(word) ?? []
    const flag = Object.entries(flags).find(
      ([name, { char }]) => name === long || (short !== undefined && char === short),
    )
    if (flag === undefined) return undefined
    if (flag[1].type === 'option' && attached === '') at++
  }
  return undefined
}
