import type { Scene } from '../stage.ts'
import { autoscaleScene } from './autoscale.ts'
import { fleetScenes } from './fleets.ts'
import { asData, inFormats } from './formats.ts'
import { image } from './pods.ts'
import { reconcileScene } from './reconcile.ts'
import { giveRights, takeRights } from './rights.ts'
import { allowBalloons, forbidBalloons, labelNodes, unlabelNodes, untilSettled } from './surroundings.ts'
import { getScene, topScene } from './top.ts'
import { uninstallScene } from './uninstall.ts'

const install = `nodesize install --image ${image}`

/** The balloons from their installation to their end. */
export const sizeScenes: readonly Scene[] = [
  {
    name: 'before-install',
    steps: [
      ...inFormats('nodesize get', ...asData),
      'nodesize set node-a --cpu 1',
      ...inFormats('nodesize reset node-a', 'json'),
      'nodesize reset --all --yes',
      ...inFormats('nodesize uninstall --yes', ...asData),
    ],
  },
  {
    name: 'install',
    steps: [
      ...inFormats(`${install} --dry-run=client`, ...asData),
      ...inFormats(`${install} --dry-run=client --namespace balloons --all-nodes`, ...asData),
      ...inFormats(`${install} --dry-run=server`, ...asData),
      forbidBalloons,
      ...inFormats(install, 'json'),
      allowBalloons,
      install,
      ...inFormats(install, ...asData),
      `${install} --all-nodes --dry-run=server`,
      `${install} --namespace balloons`,
      'nodesize get',
    ],
  },
  getScene,
  topScene,
  {
    name: 'set',
    steps: [
      ...inFormats('nodesize set node-a --cpu 1500m --dry-run=client', ...asData),
      ...inFormats('nodesize set node-a node-b --cpu 50% --memory 2Gi --dry-run=server', ...asData),
      'nodesize set node-a --cpu 1500m',
      untilSettled,
      ...inFormats('nodesize set node-a --cpu 1500m', ...asData),
      'nodesize set node-a node-b --cpu -250m --memory 3Gi -o json',
      untilSettled,
      'nodesize set -l kubernetes.io/hostname=node-b --cpu max',
      'nodesize set node-a --memory +512Mi -o yaml',
      untilSettled,
      'nodesize get',
    ],
  },
  {
    name: 'set-refused',
    steps: [
      ...inFormats('nodesize set node-a --cpu 250m', ...asData),
      'nodesize set node-a --memory 1Mi',
      'nodesize set node-a --cpu 3',
      'nodesize set node-a --cpu 100m --dry-run=server',
      'nodesize set node-z --cpu 1',
      'nodesize set node-a node-z --cpu 1 -o json',
      untilSettled,
      'nodesize set node-a node-b --cpu 250m',
      'nodesize set -l pool=none --cpu 1',
      'nodesize set node-a',
      'nodesize set --cpu 1',
      'nodesize set node-a --cpu much',
      untilSettled,
    ],
  },
  {
    name: 'set-full',
    steps: [
      ...inFormats('nodesize set node-a --cpu 250m --if-full=partial --dry-run=client', ...asData),
      'nodesize set node-a --cpu 250m --if-full=wait --dry-run=server',
      'nodesize set node-a --cpu 250m --if-full=wait --timeout 1s',
      untilSettled,
      'nodesize set node-a --cpu 250m --if-full=partial',
      untilSettled,
      'nodesize set node-a --cpu 250m --if-full=partial -o json',
      'nodesize reset node-a -o json',
      untilSettled,
    ],
  },
  {
    name: 'set-unanswered',
    steps: [
      ({ stopKubelet }) => stopKubelet('node-b'),
      'nodesize set node-b --cpu 100m --timeout 1ms',
      'nodesize set node-b --cpu 1 --timeout 1ms -o json',
      'nodesize set node-b --cpu 1 --timeout 1ms',
      ...inFormats('nodesize get node-b', 'json'),
      ...inFormats('nodesize cancel node-b --dry-run=client', 'json'),
      'nodesize cancel node-b',
      // What is pending when a kubelet starts waits for half a minute. This is what it has granted, so nothing is.
      'nodesize set node-b --cpu 250m --timeout 1ms',
      ({ startKubelet }) => startKubelet('node-b'),
      untilSettled,
    ],
  },
  {
    name: 'sizes-forbidden',
    steps: [
      giveRights,
      'nodesize get --as nora',
      'nodesize set node-b --cpu 1 --as nora',
      'nodesize set node-b --cpu 1 --dry-run=client --as rita',
      'nodesize set node-b --cpu 1 --as rita -o json',
      `${install} --as rita`,
      'nodesize uninstall --yes --as rita',
      takeRights,
    ],
  },
  {
    name: 'reset',
    steps: [
      ...inFormats('nodesize reset node-a --dry-run=client', ...asData),
      'nodesize reset node-a',
      untilSettled,
      'nodesize reset node-a node-b',
      untilSettled,
      ...inFormats('nodesize reset node-a node-b', ...asData),
      'nodesize reset',
      'nodesize set --all --cpu 1',
      'nodesize set --all --cpu 1 --dry-run=server',
      'nodesize set --all --cpu 1 --yes --quiet -o json',
      untilSettled,
      untilSettled,
      'nodesize reset --all --yes',
      untilSettled,
      'nodesize reset --all',
    ],
  },
  reconcileScene,
  ...fleetScenes,
  autoscaleScene,
  {
    name: 'install-wait',
    steps: [
      'nodesize uninstall --yes --quiet',
      ({ stopKubelet }) => stopKubelet('node-b'),
      `${install} --wait --timeout 3s`,
      ({ startKubelet }) => startKubelet('node-b'),
      'nodesize install --wait',
    ],
  },
  {
    name: 'install-again',
    steps: [
      // Balloons of the earlier template would keep its selector, and a kubelet resizes none that its node does not match.
      'nodesize uninstall --yes',
      unlabelNodes,
      `${install} --all-nodes --wait`,
      'nodesize set node-b --cpu 1',
      untilSettled,
      'nodesize install',
      'nodesize install --no-all-nodes',
      'nodesize install --no-all-nodes --dry-run=server',
      labelNodes,
      'nodesize install --no-all-nodes',
      'nodesize set node-b --cpu 2',
      untilSettled,
      'nodesize reset node-b',
      untilSettled,
    ],
  },
  uninstallScene,
]
