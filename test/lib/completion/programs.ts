import type { CommandTable, TableCommand, TableFlag } from '../../../src/lib/completion/command-table.ts'

const option = (name: string, more: Partial<TableFlag> = {}): TableFlag => ({ name, type: 'option', ...more })
const boolean = (name: string, more: Partial<TableFlag> = {}): TableFlag => ({ name, type: 'boolean', ...more })

const common = [
  boolean('quiet', { char: 'q', helpGroup: 'global' }),
  option('namespace', { char: 'n', helpGroup: 'connection' }),
  option('kubeconfig', { helpGroup: 'connection' }),
  option('as-group', { multiple: true, helpGroup: 'connection' }),
]
const output = option('output', { char: 'o', options: ['text', 'json', 'yaml'] })

interface Syntax {
  readonly flags?: readonly TableFlag[]
  readonly args?: Readonly<Record<string, object>>
}

function command(id: string, { flags = [], args = {} }: Syntax): TableCommand {
  const own = Object.entries(args).map(([name, arg]) => [name, { name, ...arg }])
  return {
    ...{ id, summary: `About ${id}.`, args: Object.fromEntries(own) },
    flags: Object.fromEntries([...flags, ...common].map((flag) => [flag.name, flag])),
  }
}

const several = { multiple: true }

/** A program with one command for each form of flags and arguments. */
export const program: CommandTable = {
  topics: { agent: 'About agents.' },
  commands: [
    command('get', { flags: [boolean('global'), option('node'), output] }),
    command('push', {
      flags: [
        option('filename', { char: 'f', required: true }),
        boolean('global'),
        option('node', several),
        option('accept-risk', { options: ['drain', 'reboot'], ...several, delimiter: ',' }),
        boolean('yes', { char: 'y' }),
      ],
    }),
    command('delete', {
      flags: [boolean('global'), option('node', { ...several, delimiter: ',' }), option('selector', { char: 'l' })],
    }),
    command('set', {
      flags: [option('cpu'), option('memory'), option('selector', { char: 'l' }), boolean('all')],
      args: { node: several },
    }),
    command('validate', {
      flags: [option('kubernetes-version', several), boolean('color', { allowNo: true })],
      args: { file: several },
    }),
    command('fmt', {
      flags: [boolean('check', { exclusive: ['write'] }), boolean('write', { exclusive: ['check'] })],
      args: { file: {} },
    }),
    command('check-change', { args: { old: {}, new: {} } }),
    command('sandbox', { args: { command: several } }),
    command('agent install', { flags: [boolean('dry-run')] }),
    command('agent run', { flags: [boolean('dry-run')], args: { file: {} } }),
  ],
}
