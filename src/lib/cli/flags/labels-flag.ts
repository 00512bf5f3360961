import { custom } from '@oclif/core/flags'
import { usage } from '../usage/usage.ts'

const part = /(?:[A-Za-z0-9](?:[-\w.]{0,61}[A-Za-z0-9])?)/.source
const domain = /(?:[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?\/)?/.source
const label = new RegExp(`^(${domain}${part})=(${part}|)$`)

/** Labels with their values, as `kubectl label` takes them. */
export const labels = custom<Readonly<Record<string, string>>>({
  parse: async (text) =>
    Object.fromEntries(
      text.split(',').map((one) => {
        const [, key, value] = label.exec(one) ?? []
        if (key !== undefined && value !== undefined) return [key, value]
        throw usage('InvalidLabel', `'${one}' is not a label with a value`, 'an example is pool=infra')
      }),
    ),
})
