/** A value of the header `warning` (RFC 7234, 5.5). */
export const warningText = (text: string): string => `299 - ${JSON.stringify(text)}`
