import { type Rule, unless } from '../rules/rule.ts'
import { placeOf } from './place.ts'

const [frequency, path, timeout] = ['fileCheckFrequency', 'staticPodPath', 'runtimeRequestTimeout'] as const

/** Times that validation does not check; zero means the default. */
export const timeRules: readonly Rule[] = [
  {
    id: 'S22',
    fields: [frequency, path, timeout],
    meaning: 'runtimeRequestTimeout and, with staticPodPath, fileCheckFrequency must be greater than 0.',
    source: 'pkg/kubelet/config/file.go, run; k8s.io/cri-client/pkg/remote_runtime.go, NewRemoteRuntimeService',
    check: (config) => [
      ...unless(config.text(path) === '' || config.duration(frequency) > 0n, () => ({
        subject: frequency,
        message: `${config.durationText(frequency)} must be greater than 0 while ${path} is set`,
      })),
      ...unless(config.duration(timeout) > 0n, () => ({
        ...placeOf(config, timeout),
        subject: timeout,
        message: `${config.durationText(timeout)} must be greater than 0`,
      })),
    ],
  },
]
