/** What the agent reports in its own words; others are facts of what it asked. */
export type AgentFact = { readonly reason: 'SourcesNotRead' }
