/** Why a program of this machine did not run to its end. `program`: the words of the command, without its arguments. */
export type ProgramFact =
  | { readonly reason: 'ProgramNotRun'; readonly program: string; readonly errno: string }
  | { readonly reason: 'ProgramTimedOut'; readonly program: string; readonly timeoutMs: number }
  | { readonly reason: 'ProgramOutputTooLarge'; readonly program: string; readonly maxBytes: number }
