/** Why a text is not written in canonical form. */
export type FormatFact =
  | { readonly reason: 'MeaningWouldChange' }
  | { readonly reason: 'TooLargeWithoutAliases' }
  /** What a ConfigMap holds in quotes has no lines of its own. */
  | { readonly reason: 'ConfigurationInQuotes'; readonly line: number; readonly key: string; readonly isJson: boolean }
  /** An alias has it for another key. */
  | { readonly reason: 'ConfigurationShared'; readonly line: number }
