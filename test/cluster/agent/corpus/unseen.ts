import type { HurtfulDocument } from './document.ts'

type Row = readonly [name: string, fields: string, rules: readonly string[], says: string]

/** What no check of ours sees, and the kubelet of this host cannot start with. */
export const unseenDocuments: readonly HurtfulDocument[] = (
  [
    [
      'a runtime that is systemd',
      'containerRuntimeEndpoint: unix:///run/systemd/private',
      ['S14'],
      'validate CRI v1 runtime API',
    ],
    ['images by systemd', 'imageServiceEndpoint: unix:///run/systemd/private', ['S14'], 'validate CRI v1 image API'],
    ['a nanosecond for the runtime', 'runtimeRequestTimeout: 1ns', ['S14'], 'DeadlineExceeded'],
    ['logs in a folder of the kernel', 'podLogsDir: /sys/missing', ['S14'], 'Failed to initialize internal modules'],
  ] as const satisfies readonly Row[]
).map(([name, fields, rules, says]) => ({
  name,
  fields,
  says,
  course: { kind: 'fatal', exit: 1 },
  agent: 'rolls back',
  validate: 'valid',
  rules,
}))
