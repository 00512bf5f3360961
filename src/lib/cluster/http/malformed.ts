/** An answer is not what was asked for. */
export class Malformed extends Error {}
