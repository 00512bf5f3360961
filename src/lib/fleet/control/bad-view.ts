import type { View } from '../../output/view.ts'
import { age } from '../../quantity/age.ts'
import { shortDigest } from '../list/output.ts'
import type { BadOnNode } from './bad-documents.ts'

/** `now` returns milliseconds since the epoch, for the ages. */
export const badView = (now: () => number): View<BadOnNode> => ({
  kind: 'BadDocumentList',
  columns: [
    { header: 'NODE', value: ({ node }) => node },
    { header: 'DIGEST', value: ({ bad }) => shortDigest(bad.digest) },
    { header: 'KUBELET', value: ({ bad }) => bad.kubeletVersion },
    { header: 'AGE', value: ({ bad }) => age(bad.at, now()), isAge: true },
  ],
  wide: [
    { header: 'REASON', value: ({ bad }) => bad.reason },
    { header: 'MESSAGE', value: ({ bad }) => bad.message },
  ],
  data: ({ node, bad }) => ({ node, ...bad }),
  name: ({ node }) => `node/${node}`,
})
