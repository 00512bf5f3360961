import { custom } from '@oclif/core/flags'
import { Failure } from '../../failure.ts'
import { defaultNamespace } from '../../names.ts'
import { name, requestTimeout } from './flags.ts'

const helpGroup = 'connection'
/** DNS-1123. */
const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/

const namespace = custom<string>({
  char: 'n',
  summary: 'Namespace of our objects.',
  default: defaultNamespace,
  helpValue: 'NAME',
  helpGroup,
  parse: async (text) => {
    if (!label.test(text)) throw new Failure('usage', `'${text}' is not the name of a namespace`)
    return text
  },
})

/** kubectl's flags for the same. */
export const connectionFlags = {
  namespace: namespace(),
  kubeconfig: name({ summary: 'Path of the kubeconfig file.', helpValue: 'FILE', helpGroup }),
  context: name({ summary: 'Context of the kubeconfig to use.', helpValue: 'NAME', helpGroup }),
  cluster: name({ summary: 'Cluster of the kubeconfig to use.', helpValue: 'NAME', helpGroup }),
  user: name({ summary: 'User of the kubeconfig to use.', helpValue: 'NAME', helpGroup }),
  as: name({ summary: 'User to impersonate.', helpValue: 'USER', helpGroup }),
  'as-group': name({
    summary: 'Group to impersonate; repeat it for more.',
    helpValue: 'GROUP',
    multiple: true,
    multipleNonGreedy: true,
    helpGroup,
  }),
  'request-timeout': requestTimeout({
    summary: 'How long one request to the API server may take, retries included; 0: as long as it likes.',
    default: 30_000,
    defaultHelp: async () => '30s',
    helpGroup,
  }),
}

export interface ConnectionFlags {
  readonly quiet: boolean
  readonly namespace: string
  readonly kubeconfig?: string | undefined
  readonly context?: string | undefined
  readonly cluster?: string | undefined
  readonly user?: string | undefined
  readonly as?: string | undefined
  readonly 'as-group'?: readonly string[] | undefined
  readonly 'request-timeout': number
}
