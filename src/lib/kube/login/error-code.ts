/** The code of an error of Node; empty when it has none. */
export const codeOf = (error: unknown): string =>
  Error.isError(error) && 'code' in error && typeof error.code === 'string' ? error.code : ''
