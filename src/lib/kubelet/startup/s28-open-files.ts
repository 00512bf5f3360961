import type { Rule } from '../rules/rule.ts'
import { problemOfNeed } from './host-need.ts'
import { placeOf } from './place.ts'

const field = 'maxOpenFiles'

/** What every kubelet has open when it sets its own limit: standard streams, its poller, container runtime, servers. */
const atLeast = 10n
/** A kubelet that has started has some 25 files open, pods and the API server not counted. */
const enough = 100n

/** The limit that a kubelet sets itself before it starts its servers; 0 means the default. */
export const openFileRules: readonly Rule[] = [
  {
    id: 'S28',
    fields: [field],
    meaning: 'maxOpenFiles must be 10 or more: the kubelet must open its files and ports while it starts.',
    source: 'cmd/kubelet/app/server.go, RunKubelet; pkg/util/rlimit/rlimit_linux.go',
    check: (config) => {
      const files = config.int(field)
      if (files >= enough) return []
      if (files >= atLeast)
        return [
          problemOfNeed(config, {
            field,
            need: `the kubelet must be able to start with ${files} open files`,
            remedy: 'the default is 1000000',
          }),
        ]
      return [
        {
          ...placeOf(config, field),
          subject: field,
          message: `${files} must be at least ${atLeast}: the kubelet exits while it starts`,
          remedy: 'the default is 1000000',
        },
      ]
    },
  },
]
