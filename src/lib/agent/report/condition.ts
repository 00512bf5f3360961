/** Our condition of the Node (names.ts, agent.condition), as far as the agent decides it. */
export interface NodeCondition {
  readonly status: 'True' | 'False' | 'Unknown'
  /** CamelCase. */
  readonly reason: string
  /** Never empty: a patch with an empty message would leave the old one. */
  readonly message: string
}
