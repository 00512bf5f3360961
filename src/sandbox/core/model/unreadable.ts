/** The body is valid JSON, but not an object of its kind. The answer is 422 for a patch, else 400. */
export class Unreadable extends Error {}
