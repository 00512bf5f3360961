import { expect, test } from '@jest/globals'
import { releases } from '../../src/lib/kubelet/model/releases.ts'
import { attempt, expectFailure } from './attempt.ts'

const seeHelp = (bin: string): string => `hint: see ${bin} --help`

test.concurrent.each([
  ['kubeletcfg psuh', "error: unknown command 'psuh'", 'hint: did you mean push?'],
  ['nodesize gett', "error: unknown command 'gett'", 'hint: did you mean get?'],
  ['kubeletcfg push -f x --globl', 'error: unknown flag --globl', 'hint: did you mean --global?'],
  ['nodesize set node-a --cpus 2', 'error: unknown flag --cpus', 'hint: did you mean --cpu?'],
  ['kubeletcfg validate', 'error: missing argument FILE', seeHelp('kubeletcfg validate')],
  [
    'kubeletcfg validate x --kubernetes-version 1.34,1.27',
    "error: --kubernetes-version: unknown kubelet release '1.27'",
    `hint: known releases: ${releases.join(', ')}`,
  ],
  ['kubeletcfg source', 'error: missing argument NODE', seeHelp('kubeletcfg source')],
  ['kubeletcfg push --global', 'error: missing required flag --filename', seeHelp('kubeletcfg push')],
  ['kubeletcfg upgrade-check x --from 1.34', 'error: missing required flag --to', seeHelp('kubeletcfg upgrade-check')],
  ['kubeletcfg check-change - -', 'error: OLD and NEW cannot both be stdin', ''],
  ['kubeletcfg fmt x --check --write', 'error: --write and --check exclude each other', seeHelp('kubeletcfg fmt')],
  ['kubeletcfg get node-a', 'error: unexpected argument node-a', 'hint: name a node with --node: --node node-a'],
  ['kubeletcfg list node-a', 'error: unexpected argument node-a', seeHelp('kubeletcfg list')],
  ['kubeletcfg defaults n1.yaml', 'error: unexpected argument n1.yaml', 'hint: name a file with -f: -f n1.yaml'],
  [
    'kubeletcfg diff --global n1.yaml -f x',
    'error: unexpected argument n1.yaml',
    'hint: name a file with -f: -f n1.yaml',
  ],
  ['kubeletcfg validate -f x', 'error: unknown flag -f', 'hint: name the file without a flag'],
  ['kubeletcfg fmt --filename=x', 'error: unknown flag --filename=x', 'hint: name the file without a flag'],
  ['nodesize set --node x --cpu 1', 'error: unknown flag --node', 'hint: name the node without a flag'],
  ['kubeletcfg explain maxPods evictionHard', 'error: unexpected argument evictionHard', 'hint: give PATH alone'],
  ['kubeletcfg check-change a b c', 'error: unexpected argument c', 'hint: give OLD and NEW alone'],
  ['kubeletcfg upgrade nodes', "error: unknown command 'upgrade'", 'hint: did you mean upgrade-check?'],
  ['kubeletcfg explain --outptu', 'error: unknown flag --outptu', 'hint: did you mean --output?'],
  ['kubeletcfg vlaidate x', "error: unknown command 'vlaidate'", 'hint: did you mean validate?'],
  ['nodesize help gett', "error: unknown command 'gett'", 'hint: did you mean get?'],
  ['nodesize set node-a --yes', 'error: unknown flag --yes', seeHelp('nodesize set')],
  ['nodesize set node-a --CPU 4', 'error: unknown flag --CPU', 'hint: did you mean --cpu?'],
  ['kubeletcfg explain --constructor', 'error: unknown flag --constructor', seeHelp('kubeletcfg explain')],
  ['kubeletcfg schema --toString', 'error: unknown flag --toString', seeHelp('kubeletcfg schema')],
  ['kubeletcfg list --context', 'error: flag --context expects a value', seeHelp('kubeletcfg list')],
  [
    'kubeletcfg list -o xml',
    "error: --output: 'xml' is not one of table, wide, json, yaml, name",
    seeHelp('kubeletcfg list'),
  ],
  ['nodesize get -o xml', /^error: --output: 'xml' is not one of table, /, seeHelp('nodesize get')],
  [
    'nodesize uninstall --dry-run',
    'error: flag --dry-run expects a value: one of none, client, server',
    seeHelp('nodesize uninstall'),
  ],
  ['nodesize install node-a', 'error: unexpected argument node-a', seeHelp('nodesize install')],
  ['kubeletcfg source node-a node-b', 'error: unexpected argument node-b', 'hint: give NODE alone'],
  [
    'nodesize install --image=NotAnImage! --dry-run=client',
    "error: --image: 'NotAnImage!' is not the name of an image",
    'hint: write it as registry.example/pause:3.10',
  ],
  ['kubeletcfg sandbox --node-cpu 0', "error: --node-cpu: '0' is nothing, and a node has something", ''],
  ['kubeletcfg sandbox --node-memory 0', "error: --node-memory: '0' is nothing, and a node has something", ''],
  ['kubeletcfg push -f x', 'error: whose document?', 'hint: add --global, or --node NAME'],
  ['kubeletcfg push -f x --global --node node-a', 'error: --global and --node exclude each other', ''],
  [
    'kubeletcfg push -f x --node global',
    "error: node 'global' cannot have a document: its ConfigMap would be global-kubelet-configuration",
    'hint: use --global for the document of all nodes',
  ],
  ['kubeletcfg push -f x --node Node_A', "error: 'Node_A' is not a node name", ''],
  ['nodesize set node-a', 'error: what size?', 'hint: add --cpu, --memory or both'],
  ['nodesize set --cpu 2', 'error: which nodes?', 'hint: name some, or select them with -l'],
  ['nodesize reset', 'error: which nodes?', 'hint: name some, or select them with -l'],
  ['nodesize reset node-a -l pool=batch', 'error: names and --selector exclude each other', ''],
  ['nodesize get node-a -l pool=batch', 'error: names and --selector exclude each other', ''],
  ['kubeletcfg list --namespace=', "error: --namespace: '' is not the name of a namespace", ''],
  ['kubeletcfg list -n Kube_System', "error: --namespace: 'Kube_System' is not the name of a namespace", ''],
  ['kubeletcfg list --context=', "error: --context: '' names nothing", 'hint: leave the flag away, or fill it'],
  ['nodesize get --as-group=', "error: --as-group: '' names nothing", 'hint: leave the flag away, or fill it'],
  ['kubeletcfg get --node=', "error: '' is not a node name", ''],
])('%s', async (command, says, hint) => {
  const ran = await attempt(command)
  expectFailure(ran, { exit: 2, says })
  expect(ran.stdout).toBe('')
  expect(ran.stderr.split('\n')[1]).toBe(hint)
})
