import { name } from './flags.ts'

export const sizesFile = name({
  char: 'f',
  summary: 'File with a NodeSizeConfiguration; - for stdin.',
  helpValue: 'FILE',
  required: true,
})
