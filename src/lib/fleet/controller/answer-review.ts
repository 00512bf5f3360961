import type { Limits } from '../../ports/limits.ts'
import { reviewWrite } from '../admission/review-write.ts'
import type { OpenCluster } from '../cluster.ts'
import { answerTo, readQuestion } from './admission-question.ts'

/**
 * Answers what an API server asks about a document, as each replica of the controller does, by what the cluster has at this moment. A
 * number is a status of HTTP.
 */
export async function answerReview(
  { nodes, documents }: Pick<OpenCluster, 'nodes' | 'documents'>,
  body: unknown,
  limits: Limits,
): Promise<object | number> {
  const question = readQuestion(body, documents.namespace)
  if (question === undefined) return 400
  const { write } = question
  if (write === undefined) return answerTo(question, { refusal: undefined, warnings: [] })
  const [all, stored] = await Promise.all([nodes.list({}, limits), documents.list(limits)])
  const state = {
    nodes: new Map(all.map((node) => [node.name, node])),
    documents: new Map(stored.map((document) => [document.name, document])),
  }
  return answerTo(question, await reviewWrite(write, state))
}
