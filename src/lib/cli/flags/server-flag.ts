import { custom } from '@oclif/core/flags'
import { usage } from '../usage/usage.ts'

/** The URL of an API server, without a path. */
export const serverUrl = custom<string>({
  helpValue: 'URL',
  parse: async (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url?.protocol === 'https:' && url.origin === text.replace(/\/$/, '')) return url.origin
    throw usage('InvalidServer', `'${text}' is not the URL of an API server`, 'an example is https://api.example:6443')
  },
})
