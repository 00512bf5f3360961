/** Why a text has no canonical form. */
export type FormatFact =
  | { readonly reason: 'MeaningWouldChange' }
  | { readonly reason: 'TooLargeWithoutAliases' }
  /** A document in quotes has no lines of its own. */
  | { readonly reason: 'ConfigurationInQuotes'; readonly line: number; readonly key: string; readonly isJson: boolean }
  /** An alias uses it for another key. */
  | { readonly reason: 'ConfigurationShared'; readonly line: number }
