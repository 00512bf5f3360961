import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, extname, join, relative } from 'node:path'
import type { Interfaces } from '@oclif/core'
import { exitCode } from './exit-codes.ts'

/** src/ when Node runs the TypeScript itself (development, tests), dist/ when installed. */
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

/** Everything that oclif itself complains about is a usage error; its own default is 2 or 1, by case. */
const exitCodes = {
  default: usage,
  failedFlagParsing: usage,
  failedFlagValidation: usage,
  invalidArgsSpec: usage,
  nonExistentFlag: usage,
  requiredArgs: usage,
  unexpectedArgs: usage,
}

/** As a kubectl plugin the command is called `kubectl nodesize`, and help should say so. */
function calledAs(bin: Bin): string {
  const name = basename(process.argv[1] ?? '').replace(/\.js$/, '')
  return name === `kubectl-${bin}` ? `kubectl ${bin}` : bin
}

/** oclif imports every command that it is shown, so a line that begins with the name of one shows it no other. */
function patternsFor(folder: string, [first = '']: readonly string[]): string[] {
  if (first === '--version') return []
  const file = `${first}${extname(import.meta.filename)}`
  return /^[a-z][-a-z]*$/.test(first) && existsSync(join(folder, file)) ? [file] : [`*${extname(file)}`, '!*.d.ts']
}

/**
 * One package, two command lines: the same package.json under two names, each with its own folder of commands. Those of
 * them are loaded that this command line needs; all for an empty one.
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
