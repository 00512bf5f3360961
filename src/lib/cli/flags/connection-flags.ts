import { custom } from '@oclif/core/flags'
import { defaultNamespace } from '../../names.ts'
import { usage } from '../usage/usage.ts'
import { name, requestTimeout } from './flags.ts'

const helpGroup = 'connection'
/** DNS-1123. */
const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/

/** The name of a namespace. */
export const namespaceName = custom<string>({
  helpValue: 'NAME',
  parse: async (text) => {
    if (!label.test(text)) throw usage('InvalidNamespace', `'${text}' is not a valid namespace name`)
    return text
  },
})

/** kubectl's flags for the same. */
export const connectionFlags = {
  namespace: namespaceName({
    char: 'n',
    summary: 'Namespace of the documents or balloons.',
    default: defaultNamespace,
    helpGroup,
  }),
  kubeconfig: name({ summary: 'Path to the kubeconfig file.', helpValue: 'FILE', helpGroup }),
  context: name({ summary: 'Kubeconfig context to use.', helpValue: 'NAME', helpGroup }),
  cluster: name({ summary: 'Kubeconfig cluster to use.', helpValue: 'NAME', helpGroup }),
  user: name({ summary: 'Kubeconfig user to use.', helpValue: 'NAME', helpGroup }),
  as: name({ summary: 'User to impersonate.', helpValue: 'USER', helpGroup }),
  'as-group': name({
    summary: 'Group to impersonate; may be repeated.',
    helpValue: 'GROUP',
    multiple: true,
    multipleNonGreedy: true,
    helpGroup,
  }),
  'request-timeout': requestTimeout({
    summary: 'Time limit of one request to the API server, retries included; 0 means no limit.',
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
