import type { Scene } from '../stage.ts'
import { asData, inFormats } from './formats.ts'
import { removePod } from './pods.ts'
import { unlabelNodes, untilSettled } from './surroundings.ts'

/** What the balloons give back at their end. */
export const uninstallScene: Scene = {
  name: 'uninstall',
  steps: [
    'nodesize set node-b --cpu 1',
    untilSettled,
    'nodesize uninstall',
    'nodesize uninstall --yes --namespace default',
    ...inFormats('nodesize uninstall --dry-run=client', ...asData),
    ...inFormats('nodesize uninstall --dry-run=server', ...asData),
    'nodesize uninstall --yes',
    'nodesize uninstall --yes -o json',
    'nodesize get',
    (stage) => removePod(stage, 'outputs-web'),
    unlabelNodes,
  ],
}
