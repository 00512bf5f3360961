import type { Case } from '../rules/case.ts'

export const cases: readonly Case[] = [
  ...(['1.35', '1.36'] as const).map(
    (release): Case => ({
      rule: 'H34',
      release,
      breaks: 'maxParallelImagePulls: 32\n',
      keeps: 'maxParallelImagePulls: 31\n',
      path: 'maxParallelImagePulls',
      message: 'maxParallelImagePulls 32 is more than the 31 locks for images that the kubelet makes',
    }),
  ),
  {
    rule: 'H34',
    release: '1.33',
    breaks: 'maxParallelImagePulls: 100\nfeatureGates: {KubeletEnsureSecretPulledImages: true}\n',
    keeps: 'maxParallelImagePulls: 100\n',
    path: 'maxParallelImagePulls',
    message: 'maxParallelImagePulls 100 is more than the 31 locks for images that the kubelet makes',
  },
]
