/** Programs to put first in PATH, by name: Node imports `module`, a URL, and calls its `run` with `argument`. */
export type Programs = Readonly<Record<string, { readonly module: string; readonly argument: string }>>
