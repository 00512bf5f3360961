/** A value of the header `warning` (RFC 7234, 5.5). Node.js sends the characters of a header as bytes, and refuses DEL. */
export const warningText = (text: string): string =>
  Buffer.from(`299 - ${JSON.stringify(text)}`.replaceAll('\u007f', '')).toString('latin1')
