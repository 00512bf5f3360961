import type { Scene } from '../stage.ts'
import { asData, inFormats } from './formats.ts'

/** Needs no cluster, and says the same beside one. */
export const validateScenes: readonly Scene[] = [
  {
    name: 'validate',
    steps: [
      ...inFormats('kubeletcfg validate kubelet.yaml', ...asData),
      'kubeletcfg validate kubelet.yaml --kubernetes-version 1.33',
      ...inFormats('kubeletcfg validate broken.yaml', ...asData),
      ...inFormats('kubeletcfg validate unknown-field.yaml', ...asData),
      ...inFormats('kubeletcfg validate unreadable.txt', ...asData),
      'kubeletcfg validate nowhere.yaml -o json',
      'kubeletcfg validate kubelet.yaml --kubernetes-version 1.20',
      'kubeletcfg validate kubelet.yaml -o table',
    ],
  },
]
