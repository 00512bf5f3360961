import { expect, test } from '@jest/globals'
import { complete } from '../../../src/lib/completion/complete.ts'
import { program } from './programs.ts'

/** The words of a line; it ends with the one at the cursor. */
const wordsOf = (line: string): string[] => line.split(' ')

const candidatesOf = (line: string): string[] => complete(wordsOf(line), program).candidates.map(({ value }) => value)

const common = ['--quiet', '-q', '--namespace', '-n', '--kubeconfig', '--as-group', '--help', '-h']
const onlyLong = (flags: readonly string[]): string[] => flags.filter((flag) => flag.startsWith('--'))
const commands = ['get', 'push', 'delete', 'set', 'validate', 'fmt', 'check-change', 'sandbox', 'agent']

test.each([
  ['the commands', '', [...commands, 'help', 'options']],
  ['those that begin as typed', 'se', ['set']],
  ['none for an unknown command', 'frobnicate ', []],
  ['none after an unknown command', 'frobnicate --', []],
  ['commands after help', 'help ', commands],
  ['nothing after help and a command', 'help get ', []],
  ['nothing after --help', 'get --help ', []],
  ['nothing after --version', '--version ', []],
  ['commands after connection flags', '-n other --as-group=a --quiet g', ['get']],
  ['connection flags and --version before the command', '--', [...onlyLong(common), '--version']],
  ['long and short flags', 'fmt -', ['--check', '--write', ...common]],
  ['flags that begin as typed', 'get --n', ['--node', '--namespace']],
  ['flags with dashes', 'push --ac', ['--accept-risk']],
  ['both forms of a flag that can be denied', 'validate --co', ['--color']],
  ['the denied form', 'validate --no-', ['--no-color']],
  ['no flag again', 'get --node=a --n', ['--namespace']],
  ['no denied flag again', 'validate --no-color --co', []],
  ['a flag again that may be repeated', 'push --node a --no', ['--node']],
  ['no flag that another one of its group rules out', 'get --node a --glo', []],
  ['no flag that another one declares to rule out', 'fmt --check --wr', []],
  ['no flag that an argument rules out', 'set node-a --sel', []],
  ['flags after arguments', 'set node-a --c', ['--cpu']],
  ['no flags after --', 'validate -- --', []],
  ['a flag among short ones in one word', 'push -yq --y', []],
  ['values of a flag', 'get --output ', ['text', 'json', 'yaml']],
  ['values after =', 'get --output=j', ['json']],
  ['values of a short flag', 'get -o y', ['yaml']],
  ['values of a short flag after =', 'get -o=y', ['yaml']],
  ['values in the same word as a short flag, with the flag', 'get -oy', ['-oyaml']],
  ['a value that looks like a flag', 'get -n --output --o', ['--output']],
  ['elements of a list', 'push --accept-risk drain,', ['drain,reboot']],
  ['no element again', 'push --accept-risk drain,d', []],
  ['no element again of an earlier flag', 'push --accept-risk drain --accept-risk ', ['reboot']],
  ['flags that are missing, for a new word', 'push ', ['--filename', '--global', '--node']],
  ['those that are still missing', 'push -ffile ', ['--global', '--node']],
  ['none missing any more', 'push -ffile --global ', []],
  ['those of the whole group', 'delete ', ['--global', '--node', '--selector']],
  ['none missing where a selector is given', 'delete -l a=b ', []],
  ['no flag that a selector rules out', 'delete -l a=b --no', []],
  ['no selector beside names', 'delete --node a --sel', []],
  ['those of which one is missing, beside arguments', 'set node-a ', ['--cpu', '--memory']],
  ['and those in place of arguments', 'set --cpu 1 ', ['--selector', '--all']],
  ['none of them when one is given', 'set --cpu 1 --all -', ['--memory', ...common]],
  ['nothing when all arguments are typed', 'check-change a b ', []],
  ['nothing without an argument', 'get text', []],
  ['the commands of a topic', 'agent ', ['install', 'run']],
  ['those of them that begin as typed', 'agent r', ['run']],
  ['commands of a topic after help', 'help agent ', ['install', 'run']],
  ['nothing for an unknown command of a topic', 'agent stop ', []],
  ['connection flags between a topic and its command', 'agent --na', ['--namespace']],
  ['flags of a command of two words', 'agent run --dr', ['--dry-run']],
])('%s: "%s"', (_, line, expected) => {
  expect(candidatesOf(line)).toEqual(expected)
})

test.each([
  ['get --node no', { kind: 'node', text: 'no', head: '', taken: [] }],
  ['get --node=no', { kind: 'node', text: 'no' }],
  ['get --node node/no', { kind: 'node', text: 'no', head: 'node/' }],
  ['get --node=nodes/', { kind: 'node', text: '', head: 'nodes/' }],
  ['push --node a --node ', { kind: 'node', text: '', taken: ['a'] }],
  ['delete --node a,node/b,c', { kind: 'node', text: 'c', head: 'a,node/b,', taken: ['a', 'node/b'] }],
  ['delete --node=a,', { kind: 'node', text: '', head: 'a,', taken: ['a'] }],
  ['get -n ku', { kind: 'namespace', text: 'ku' }],
  ['get -nku', { kind: 'namespace', text: 'ku', head: '-n' }],
  ['-n ', { kind: 'namespace', text: '' }],
  ['set a b c', { kind: 'node', text: 'c', taken: ['a', 'b'] }],
  ['set -- -', { kind: 'node', text: '-' }],
  ['validate -', undefined],
  ['validate a -q -', undefined],
  ['validate - b', { kind: 'file', text: 'b', taken: ['-'] }],
  ['set -l a=b ', undefined],
  ['validate --kubernetes-version 1.34,1.3', { kind: 'releases', text: '1.3', head: '1.34,', taken: ['1.34'] }],
  ['validate --kubernetes-version 1.30,1.34-1.3', { kind: 'releases', text: '1.3', head: '1.30,1.34-' }],
  ['check-change a ', { kind: 'file', text: '' }],
  ['sandbox -- kubectl get -', { kind: 'file', text: '-' }],
  ['get --node --', { kind: 'node', text: '--' }],
  ['fmt --exclude ', { kind: 'file', text: '' }],
])('"%s" asks for values', (line, expected) => {
  const { wanted } = complete(wordsOf(line), program)
  if (expected === undefined) expect(wanted).toBeUndefined()
  else expect(wanted).toMatchObject(expected)
})

test('the request for values has the flags on the line, the last one last', () => {
  const { wanted } = complete(wordsOf('-n a get --as-group x --as-group=y -nb -q --node '), program)
  expect(Object.fromEntries(wanted!.given)).toEqual({ namespace: ['a', 'b'], 'as-group': ['x', 'y'], quiet: ['-q'] })
})

test('candidates have their summaries', () => {
  expect(complete(['ge'], program).candidates).toEqual([{ value: 'get', about: 'About get.' }])
})

test('without a word, commands are offered', () => {
  expect(complete([], program)).toEqual(complete([''], program))
})
