import { type Rule, unless } from '../rules/rule.ts'
import { placeOf } from './place.ts'

const [frequency, path, timeout] = ['fileCheckFrequency', 'staticPodPath', 'runtimeRequestTimeout'] as const
const flush = 'logging.flushFrequency'

/** Times that validation does not check; zero means the default. */
export const timeRules: readonly Rule[] = [
  {
    id: 'S22',
    fields: [frequency, path, timeout, flush],
    meaning:
      'runtimeRequestTimeout and, with staticPodPath, fileCheckFrequency must be greater than 0; so must ' +
      'logging.flushFrequency up to 1.34, while V71 refuses it in later releases.',
    source:
      'pkg/kubelet/config/file.go, run; k8s.io/cri-client/pkg/remote_runtime.go, NewRemoteRuntimeService; ' +
      'k8s.io/klog/v2/klog.go, StartFlushDaemon',
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
      ...unless(config.isAtLeast('1.35') || config.duration(flush) > 0n, () => ({
        ...placeOf(config, flush),
        subject: flush,
        message: `${config.durationText(flush)} must be greater than 0`,
      })),
    ],
  },
]
