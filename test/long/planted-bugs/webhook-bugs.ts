import type { Bug } from './bugs.ts'

const tests = (file: string) => ({ kind: 'tests', file }) as const
const review = 'fleet/admission/review-write.ts'
const certificates = 'webhook/certificates.ts'

/** In what API servers ask, and in the certificates with which they do. */
export const webhookBugs: readonly Bug[] = [
  {
    name: 'an annotation for another text stores a document that kubelets refuse',
    file: 'documents/skip-validation.ts',
    was: 'annotation === skipValidationText(body)',
    is: "annotation !== undefined && annotation !== '' && body !== ''",
    foundBy: tests('fleet/admission/review-write'),
  },
  {
    name: 'a text that is taken away counts as the same text',
    file: review,
    was: 'before.body === body',
    is: '(before.body === body || body === undefined)',
    foundBy: tests('fleet/admission/review-write'),
  },
  {
    name: 'the global document is reviewed for nodes that have one of their own',
    file: review,
    was: 'audienceOf(target, asked, documents)',
    is: 'audienceOf(target, asked, new Map())',
    foundBy: tests('fleet/admission/review-write'),
  },
  {
    name: 'an authority signs before API servers trust it',
    file: certificates,
    was: 'isValid(next, now) && isTrusted(next, trusted)',
    is: 'isValid(next, now)',
    foundBy: tests('webhook/certificates'),
  },
  {
    name: 'what is served is made anew only when it is over',
    file: certificates,
    was: 'isGood && !isDue(served, now)',
    is: 'isGood',
    foundBy: tests('webhook/certificates'),
  },
  {
    name: 'whoever writes a Secret of the controller is not asked which',
    file: 'rollouts/manifests/controller-policy.ts',
    was: "...only('secrets', ofSecrets),",
    is: '',
    foundBy: tests('rollouts/manifests/controller-manifests'),
  },
  {
    name: 'no body of a question is too long',
    file: 'webhook/https/serve-reviews.ts',
    was: "if (bytes > longestBody) return 'too-long'",
    is: '',
    foundBy: tests('webhook/https/serve-reviews'),
  },
]
