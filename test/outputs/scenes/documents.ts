import type { Scene, Stage } from '../stage.ts'
import { editByHand, makeByHand, removeByHand } from './config-maps.ts'
import { asData, inFormats } from './formats.ts'
import { giveRights, takeRights } from './rights.ts'

async function changeByHand(stage: Stage): Promise<void> {
  // Who wrote last is told by the second.
  await stage.pass(1_000)
  await editByHand(stage, 'node-a', 'maxPods: 70\n')
  await makeByHand(stage, 'node-c', { data: { kubelet: 'maxPods: 70\n' } })
  await makeByHand(stage, 'node-d', { binaryData: { kubelet: 'AAAA' }, data: { more: 'yes' } })
  await makeByHand(stage, 'node-e', { data: { other: 'nothing of ours' }, immutable: true })
}

/** The documents from the first push to the last delete. */
export const documentScenes: readonly Scene[] = [
  {
    name: 'before-the-first-push',
    steps: [
      ...inFormats('kubeletcfg list', ...asData, 'name', 'custom-columns=NAME:.name'),
      'kubeletcfg list -o custom-columns=NAME:.name --no-headers',
      ...inFormats('kubeletcfg source node-a', ...asData),
      'kubeletcfg get --global',
      ...inFormats('kubeletcfg diff -f kubelet.yaml --global', ...asData),
      ...inFormats('kubeletcfg delete --global --yes', ...asData),
    ],
  },
  {
    name: 'push',
    steps: [
      'kubeletcfg push -f kubelet.yaml --global',
      ...inFormats('kubeletcfg push -f kubelet.yaml --global --dry-run=client', ...asData),
      ...inFormats('kubeletcfg push -f kubelet.yaml --global --dry-run=server', ...asData),
      'kubeletcfg push -f kubelet.yaml --global --yes --message first',
      ...inFormats('kubeletcfg push -f kubelet.yaml --global --yes', ...asData),
      ...inFormats('kubeletcfg push -f same-meaning.yaml --global --dry-run=server', ...asData),
      'kubeletcfg push -f same-meaning.yaml --global --yes',
      ...inFormats('kubeletcfg push -f more-pods.yaml --global --dry-run=client', ...asData),
      'kubeletcfg push -f more-pods.yaml --global --yes --quiet -o json',
      ...inFormats('kubeletcfg diff -f kubelet.yaml --node node-a', ...asData),
      'kubeletcfg push -f kubelet.yaml --node node-a --node node-b --yes --accept-risk=drain -o yaml',
      'kubeletcfg push -f kubelet.yaml --node node-z --allow-unknown-node --yes -o json',
      'kubeletcfg push -f more-pods.yaml --node node-a --node node-b --dry-run=server',
    ],
  },
  {
    name: 'push-risky',
    steps: [
      'kubeletcfg push -f more-pods.yaml --node node-a --yes -o json',
      ...inFormats('kubeletcfg push -f kubelet.yaml --node node-a --yes', 'json'),
      'kubeletcfg push -f kubelet.yaml --node node-a --node node-b --yes --accept-risk=reboot',
      'kubeletcfg push -f kubelet.yaml --node node-a --yes --accept-risk=haste',
      ...inFormats('kubeletcfg push -f kubelet.yaml --node node-a --dry-run=server --accept-risk=drain', ...asData),
      'kubeletcfg push -f kubelet.yaml --node node-a --yes --accept-risk=drain --message fewer',
    ],
  },
  {
    name: 'push-refused',
    steps: [
      'kubeletcfg push -f broken.yaml --global --yes',
      'kubeletcfg push -f broken.yaml --global --yes -o json',
      'kubeletcfg push -f unknown-field.yaml --node node-b --yes',
      'kubeletcfg push -f unreadable.txt --node node-b --yes',
      'kubeletcfg push -f nowhere.yaml --node node-b --yes',
      'kubeletcfg push -f kubelet.yaml --yes',
      'kubeletcfg push -f kubelet.yaml --global --node node-a',
      'kubeletcfg push -f kubelet.yaml --node global --yes',
      'kubeletcfg push -f kubelet.yaml --global --yes --namespace nowhere',
      'kubeletcfg push -f unknown-field.yaml --node node-b --yes --skip-validation -o json',
      'kubeletcfg push -f broken.yaml --node node-b --yes --skip-validation',
    ],
  },
  {
    name: 'list',
    steps: [
      ...inFormats('kubeletcfg list', 'wide', ...asData, 'name'),
      ...inFormats('kubeletcfg list --namespace kube-public', 'json'),
      'kubeletcfg list -o csv',
    ],
  },
  {
    name: 'list-made-by-hand',
    steps: [
      changeByHand,
      ...inFormats('kubeletcfg list', ...asData),
      ...inFormats('kubeletcfg get --node node-a', ...asData),
      ...inFormats('kubeletcfg get --node node-d', 'json'),
      'kubeletcfg push -f kubelet.yaml --node node-d --dry-run=server',
      'kubeletcfg push -f kubelet.yaml --node node-e --yes',
      ...inFormats('kubeletcfg diff -f kubelet.yaml --node node-c', 'json'),
      'kubeletcfg delete --node node-c --yes',
      'kubeletcfg delete --node node-e --yes -o json',
      (stage) => removeByHand(stage, 'node-d'),
    ],
  },
  {
    name: 'get',
    steps: [
      ...inFormats('kubeletcfg get --global', ...asData, 'name'),
      'kubeletcfg get --global --quiet',
      'kubeletcfg get --node node-y -o json',
      ...inFormats('kubeletcfg get --node node-a,node-b', ...asData, 'name'),
      'kubeletcfg get --node node-a --node node/node-a -o name',
      'kubeletcfg get --node node-x,node-a --node node-y -o jsonpath={.items[*].name}',
      'kubeletcfg get --node node-x,node-y',
      'kubeletcfg get -l kubernetes.io/os=linux -o custom-columns=NAME:.name,REVISION:.revision',
      'kubeletcfg get -l kubernetes.io/hostname=node-a',
      'kubeletcfg get -l no=such',
      'kubeletcfg get --global --node node-a,node-b',
      'kubeletcfg get --global -l no=such',
      'kubeletcfg get',
    ],
  },
  {
    name: 'diff',
    steps: [
      ...inFormats('kubeletcfg diff -f more-pods.yaml --global', ...asData),
      ...inFormats('kubeletcfg diff -f kubelet.yaml --global', ...asData),
      ...inFormats('kubeletcfg diff -f kubelet.yaml --node node-b', ...asData),
      ...inFormats('kubeletcfg diff -f kubelet.yaml --node node-a,node-b --node node-y', ...asData),
      'kubeletcfg diff -f kubelet.yaml -l kubernetes.io/hostname=node-a -o json',
      'kubeletcfg diff -f kubelet.yaml --node node-y --node node-y',
      'kubeletcfg diff -f kubelet.yaml -l no=such',
      'kubeletcfg diff -f kubelet.yaml --node node-a, --node node-b',
      'kubeletcfg diff -f broken.yaml --node node-a,node-b',
      'kubeletcfg diff -f kubelet.yaml --global -l no=such',
      'kubeletcfg diff -f broken.yaml --global',
      'kubeletcfg diff -f unreadable.txt --global -o json',
    ],
  },
  {
    name: 'source',
    steps: [
      ...inFormats('kubeletcfg source node-a', ...asData),
      'kubeletcfg source node/node-b',
      ...inFormats('kubeletcfg source node-z', ...asData),
      ...inFormats('kubeletcfg source node-y', 'json'),
      ...inFormats('kubeletcfg source node-b node/node-a', ...asData, 'name'),
      ...inFormats('kubeletcfg source -l kubernetes.io/os=linux', 'custom-columns=NODE:.node,SOURCE:.source'),
      'kubeletcfg source node-y node-a node-x -o jsonpath={.items[*].source}',
      'kubeletcfg source node-a node-a -q',
      'kubeletcfg source node-a,node-b',
      'kubeletcfg source -l no=such',
      'kubeletcfg source node-a -l no=such',
      'kubeletcfg source node-a global',
      'kubeletcfg source',
    ],
  },
  {
    name: 'documents-forbidden',
    steps: [
      giveRights,
      'kubeletcfg list --as cora',
      'kubeletcfg list --as nora',
      'kubeletcfg list --as cora -o json',
      'kubeletcfg get --global --as nora',
      'kubeletcfg diff -f kubelet.yaml --global --as nora',
      'kubeletcfg diff -f kubelet.yaml --global --as cora',
      'kubeletcfg source node-a --as cora',
      'kubeletcfg push -f kubelet.yaml --global --yes --as cora',
      'kubeletcfg push -f kubelet.yaml --global --dry-run=client --as rita',
      'kubeletcfg push -f kubelet.yaml --global --yes --quiet --as rita -o json',
      'kubeletcfg delete --global --yes --as nora',
      'kubeletcfg delete --global --yes --as rita',
      takeRights,
    ],
  },
  {
    name: 'delete',
    steps: [
      'kubeletcfg delete --global',
      ...inFormats('kubeletcfg delete --global --dry-run=client', ...asData),
      'kubeletcfg delete --node node-a --yes --accept-risk=drain',
      ...inFormats('kubeletcfg delete --node node-a --dry-run=server', ...asData),
      'kubeletcfg delete --node node-a --node node-y --yes -o json',
      'kubeletcfg delete --global --yes',
      'kubeletcfg delete --node node-b --node node-z --yes',
      'kubeletcfg list',
      'kubeletcfg push -f kubelet.yaml --node node-a --yes',
      'kubeletcfg delete --node node-a --yes --quiet -o yaml',
    ],
  },
  {
    name: 'push-folder',
    steps: [
      ...inFormats('kubeletcfg push -f fleet -R --dry-run=client', ...asData),
      'kubeletcfg push -f fleet --dry-run=server',
      'kubeletcfg push -f fleet -R --yes --message fleet',
      'kubeletcfg push -f fleet/global.yaml -f fleet/nodes --yes --quiet -o json',
      'kubeletcfg push -f fleet/nodes/manifests.yaml --dry-run=client',
      'kubeletcfg push -f fleet -f more-pods.yaml -f broken.yaml -R --yes',
      'kubeletcfg push -f fleet -f nowhere.yaml -f nothing --yes',
      'kubeletcfg push -f fleet --global',
      'kubeletcfg push -f fleet/nodes -n kube-public --yes',
      'kubeletcfg delete --global --yes --quiet',
      'kubeletcfg delete --node node-a --node node-b --yes --quiet',
    ],
  },
]
