/** The code of an error of Node; empty without one. */
export const codeOf = (error: unknown): string =>
  Error.isError(error) && 'code' in error && typeof error.code === 'string' ? error.code : ''
