import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, extname, join, relative } from 'node:path'
import type { Interfaces } from '@oclif/core'
import { exitCode } from './exit-codes.ts'

/** src/ when Node.js runs the TypeScript sources (development, tests), dist/ when installed. */
const tree = join(import.meta.dirname, '..', '..', '..')
const root = join(tree, '..')

const bins = {
  kubeletcfg: {
    description: 'Validate kubelet configurations the way the kubelet does, and store them in the cluster.',
  },
  nodesize: { description: 'Resize Kubernetes nodes without touching the machine.' },
}
export type Bin = keyof typeof bins

const usage = exitCode('usage')

/** All errors of oclif's parser are usage errors. By default, oclif exits with 1 for some and with 2 for others. */
const exitCodes = {
  default: usage,
  failedFlagParsing: usage,
  failedFlagValidation: usage,
  invalidArgsSpec: usage,
  nonExistentFlag: usage,
  requiredArgs: usage,
  unexpectedArgs: usage,
}

/** The name for help and messages: `kubectl nodesize` when run as a kubectl plugin. */
function calledAs(bin: Bin): string {
  const name = basename(process.argv[1] ?? '').replace(/\.js$/, '')
  return name === `kubectl-${bin}` ? `kubectl ${bin}` : bin
}

/** oclif imports every command that matches, so a command line that starts with the name of a command matches only that. */
function patternsFor(folder: string, [first = '']: readonly string[]): string[] {
  if (first === '--version') return []
  const file = `${first}${extname(import.meta.filename)}`
  return /^[a-z][-a-z]*$/.test(first) && existsSync(join(folder, file)) ? [file] : [`*${extname(file)}`, '!*.d.ts']
}

/**
 * One package, two programs: oclif gets the same package.json under two names, each with its own folder of commands. Only
 * the commands that this command line needs are loaded; all of them when it is empty.
 */
export async function loadOptions(bin: Bin, argv: readonly string[] = []): Promise<Interfaces.Options> {
  const pjson = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const folder = join(tree, 'commands', bin)
  const oclif = {
    bin: calledAs(bin),
    dirname: bin,
    description: bins[bin].description,
    commands: { strategy: 'pattern', target: folder, globPatterns: patternsFor(folder, argv) },
    helpClass: `./${relative(root, join(tree, 'lib', 'cli', 'shell', 'help'))}`,
    topicSeparator: ' ',
    additionalHelpFlags: ['-h'],
    exitCodes,
  }
  return {
    root,
    pjson: { ...pjson, name: bin, description: bins[bin].description, oclif },
    ignoreManifest: true,
    userPlugins: false,
    devPlugins: false,
  }
}
