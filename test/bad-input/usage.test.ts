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
  ['kubeletcfg fmt x --check --write', 'error: --write and --check are mutually exclusive', seeHelp('kubeletcfg fmt')],
  ['kubeletcfg get node-a', 'error: unexpected argument node-a', 'hint: give the node with --node: --node node-a'],
  ['kubeletcfg list node-a', 'error: unexpected argument node-a', seeHelp('kubeletcfg list')],
  ['kubeletcfg defaults n1.yaml', 'error: unexpected argument n1.yaml', 'hint: give the file with -f: -f n1.yaml'],
  [
    'kubeletcfg diff --global n1.yaml -f x',
    'error: unexpected argument n1.yaml',
    'hint: give the file with -f: -f n1.yaml',
  ],
  ['kubeletcfg validate -f x', 'error: unknown flag -f', 'hint: give FILE as an argument, without -f'],
  ['kubeletcfg validate -R dir', 'error: unknown flag -R', 'hint: folders are always read recursively: omit -R'],
  ['kubeletcfg -v', 'error: unknown flag -v', 'hint: kubeletcfg --version prints the version'],
  ['nodesize -v', 'error: unknown flag -v', 'hint: nodesize --version prints the version'],
  ['nodesize --replicas 3 set', 'error: unknown flag --replicas', 'hint: flags follow the command'],
  ['kubeletcfg lint x', "error: unknown command 'lint'", 'hint: did you mean validate?'],
  ['kubeletcfg check x', "error: unknown command 'check'", 'hint: did you mean validate?'],
  ['kubeletcfg apply -f x', "error: unknown command 'apply'", 'hint: did you mean push?'],
  [
    'kubeletcfg rollback',
    "error: unknown command 'rollback'",
    'hint: only the latest document is stored: to go back, push the earlier file again',
  ],
  ['nodesize resize node-a --cpu 4', "error: unknown command 'resize'", 'hint: did you mean set?'],
  ['nodesize Scale node-a', "error: unknown command 'Scale'", 'hint: did you mean set?'],
  ['nodesize describe', "error: unknown command 'describe'", 'hint: did you mean get?'],
  ['nodesize rollback', "error: unknown command 'rollback'", 'hint: did you mean reset?'],
  ['nodesize -n Other_ get', "error: --namespace: 'Other_' is not a valid namespace name", ''],
  [
    'kubeletcfg fmt --filename=x',
    'error: unknown flag --filename=x',
    'hint: give FILE as an argument, without --filename',
  ],
  ['nodesize set --node x --cpu 1', 'error: unknown flag --node', 'hint: give NODE as an argument, without --node'],
  ['kubeletcfg explain maxPods evictionHard', 'error: unexpected argument evictionHard', 'hint: give only PATH'],
  ['kubeletcfg check-change a b c', 'error: unexpected argument c', 'hint: give only OLD and NEW'],
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
  ['kubeletcfg source node-a node-b', 'error: unexpected argument node-b', 'hint: give only NODE'],
  [
    'nodesize install --image=NotAnImage! --dry-run=client',
    "error: --image: 'NotAnImage!' is not a valid image name",
    'hint: an example is registry.example/pause:3.10',
  ],
  ['kubeletcfg sandbox --node-cpu 0', "error: --node-cpu: '0' is not valid: it must be greater than zero", ''],
  ['kubeletcfg sandbox --node-memory 0', "error: --node-memory: '0' is not valid: it must be greater than zero", ''],
  ['kubeletcfg push -f x', 'error: no target given', 'hint: add --global or --node NAME'],
  ['kubeletcfg push -f x --global --node node-a', 'error: --global and --node are mutually exclusive', ''],
  [
    'kubeletcfg push -f x --node global',
    'error: node/global cannot have a document: its ConfigMap would be global-kubelet-configuration',
    'hint: use --global for the document of all nodes',
  ],
  ['kubeletcfg push -f x --node Node_A', "error: 'Node_A' is not a valid node name", ''],
  ['nodesize set node-a', 'error: no size given', 'hint: add --cpu, --memory or both'],
  ['nodesize set --cpu 2', 'error: no nodes selected', 'hint: add node names, or --selector'],
  ['nodesize reset', 'error: no nodes selected', 'hint: add node names, or --selector'],
  ['nodesize reset node-a -l pool=batch', 'error: node names and --selector are mutually exclusive', ''],
  ['nodesize get node-a -l pool=batch', 'error: node names and --selector are mutually exclusive', ''],
  ['kubeletcfg list --namespace=', "error: --namespace: '' is not a valid namespace name", ''],
  ['kubeletcfg list -n Kube_System', "error: --namespace: 'Kube_System' is not a valid namespace name", ''],
  ['kubeletcfg list --context=', 'error: --context: the value is empty', 'hint: set a value, or omit the flag'],
  ['nodesize get --as-group=', 'error: --as-group: the value is empty', 'hint: set a value, or omit the flag'],
  ['kubeletcfg get --node=', "error: '' is not a valid node name", ''],
])('%s', async (command, says, hint) => {
  const ran = await attempt(command)
  expectFailure(ran, { exit: 2, says })
  expect(ran.stdout).toBe('')
  expect(ran.stderr.split('\n')[1]).toBe(hint)
})
