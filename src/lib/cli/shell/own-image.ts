import { type Said, said } from '../../message/failure.ts'
import { version } from './build.ts'

/** What `npm run build:image` makes. */
export const ownImage = `localhost/kubeletcfg:${version}`

export const imageByDefault: Said = said(
  'ImageByDefault',
  `the image ${ownImage} is in no registry: it runs where each node has it; add --image IMAGE`,
)
