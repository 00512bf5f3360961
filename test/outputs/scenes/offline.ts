import type { Scene } from '../stage.ts'
import { asData, inFormats } from './formats.ts'

/** Need no cluster, and say the same beside one. More of these commands is in test/commands. */
export const offlineScenes: readonly Scene[] = [
  {
    name: 'validate',
    steps: [
      ...inFormats('kubeletcfg validate kubelet.yaml', ...asData),
      ...inFormats('kubeletcfg validate kubelet.yaml --kubernetes-version 1.33,1.34', 'json'),
      ...inFormats('kubeletcfg validate broken.yaml', ...asData),
      ...inFormats('kubeletcfg validate unknown-field.yaml', ...asData),
      ...inFormats('kubeletcfg validate unreadable.txt', ...asData),
      'kubeletcfg validate nowhere.yaml -o json',
      'kubeletcfg validate kubelet.yaml --kubernetes-version 1.20',
      'kubeletcfg validate kubelet.yaml -o table',
    ],
  },
  {
    name: 'manifests',
    steps: [
      ...inFormats('kubeletcfg manifests -f kubelet.yaml --node node-a --node node-b', 'json'),
      'kubeletcfg manifests -f fleet -R -n kubelets',
      'kubeletcfg manifests -f kubelet.yaml --global --accept-risk drain --skip-validation',
      'kubeletcfg manifests -f kubelet.yaml',
      'kubeletcfg manifests -f fleet -f broken.yaml -R --kubernetes-version 1.36',
      'kubeletcfg manifests -f fleet --global',
    ],
  },
  {
    name: 'migrate',
    steps: [
      ...inFormats('kubeletcfg migrate kubeadm-flags.env --kubernetes-version 1.36', ...asData),
      ...inFormats(
        'kubeletcfg migrate kubeadm-flags.env --kubernetes-version 1.36 --check --base kubelet.yaml',
        ...asData,
      ),
    ],
  },
  {
    name: 'gates-and-rules',
    steps: [
      ...inFormats(
        'kubeletcfg gates NodeSwap GracefulNodeShutdownBasedOnPodPriority --kubernetes-version 1.36',
        ...asData,
      ),
      ...inFormats('kubeletcfg explain V35', ...asData),
    ],
  },
  {
    name: 'check-change',
    steps: [...inFormats('kubeletcfg check-change more-pods.yaml kubelet.yaml --kubernetes-version 1.36', ...asData)],
  },
]
