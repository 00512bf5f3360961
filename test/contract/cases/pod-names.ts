import { podBody, small } from '../pods.ts'
import { expectRefusal, pathOf } from '../requests.ts'
import type { Case } from '../subject.ts'

const container = (name: string) => ({ name, image: 'a' })

const wrong: readonly (readonly [string, object, RegExp])[] = [
  [
    'two containers of one name',
    { containers: [container('a'), container('a')] },
    /: spec\.containers\[1\]\.name: Duplicate value: "a"$/,
  ],
  [
    'a container whose name is no label',
    { containers: [container('A_b')] },
    /: spec\.containers\[0\]\.name: Invalid value: "A_b": a lowercase RFC 1123 label must/,
  ],
  [
    'an unknown restart policy',
    { restartPolicy: 'Sometimes' },
    /: spec\.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"$/,
  ],
]

export const podNames: readonly Case[] = wrong.map(
  ([what, spec, message]): Case => ({
    name: `a pod with ${what} is invalid`,
    async run(subject) {
      const body = podBody(subject.name(), { requests: small, spec })
      const call = { method: 'POST', path: pathOf('pods'), query: { dryRun: 'All' }, body }
      expectRefusal(await subject.request(call), { code: 422, reason: 'Invalid', message })
    },
  }),
)
