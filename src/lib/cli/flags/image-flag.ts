import { custom } from '@oclif/core/flags'
import { usage } from '../usage/usage.ts'

/** [HOST[:PORT]/]PATH[:TAG][@DIGEST], as in github.com/distribution/reference. */
const component = /[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*/.source
const host = /(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?|\[[0-9a-fA-F:]+\])(?::\d+)?/.source
const tag = /:\w[\w.-]{0,127}/.source
const digest = /@[A-Za-z][\w+.-]*:[0-9a-fA-F]{32,}/.source
const reference = new RegExp(`^(?:${host}/)?${component}(?:/${component})*(?:${tag})?(?:${digest})?$`)

/** The image of a container. */
export const imageReference = custom<string>({
  parse: async (text) => {
    if (reference.test(text)) return text
    throw usage('InvalidImage', `'${text}' is not a valid image name`, 'an example is registry.example/pause:3.10')
  },
})
