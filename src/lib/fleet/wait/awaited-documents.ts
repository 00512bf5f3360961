import type { Deleted } from '../delete/delete-apply.ts'
import type { Pushed } from '../push/push-apply.ts'
import type { Awaited } from './awaited.ts'

/** Also the kubelets of documents that were stored already: a push that is repeated waits as well. */
export function awaitedAfterPush({ step, stored: written }: Pushed): readonly Awaited[] {
  const { digest, target } = step
  return step.nodes.map((node) => ({ node, source: target.kind, digest, written }))
}

/** The kubelets of the nodes that fall back to another document, or to their own files. */
export function awaitedAfterDelete({ step: { nodes, next, stored } }: Deleted): readonly Awaited[] {
  return nodes.map((node) =>
    next === undefined
      ? { node, source: 'local', instead: stored }
      : { node, source: 'global', digest: next.digest, written: next.stored },
  )
}
