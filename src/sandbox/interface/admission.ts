/** A webhook that the API server asks before it stores a ConfigMap. */
export interface AdmissionWebhook {
  /** As refusals have it: `admission webhook "NAME" denied the request`. */
  readonly name: string
  /**
   * Gets an AdmissionReview of admission.k8s.io/v1, and answers with one. A status of HTTP is no answer: what is written is
   * stored then, as with the failure policy Ignore.
   */
  review(question: object): Promise<object | number>
}
