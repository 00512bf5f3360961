/** Characters that XML 1.0 cannot hold, not even as references. */
const impossible = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text between tags. Characters that XML cannot hold are escaped as in JSON, `\u001b`. */
export const xmlText = (text: string): string =>
  escaped(text).replaceAll(/[&<>\r]/g, (character) => references[character]!)

/** Text in double quotes; line breaks and tabs are preserved. */
const xmlAttribute = (text: string): string =>
  escaped(text).replaceAll(/[&<>"\t\n\r]/g, (character) => references[character]!)

export const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlAttribute(`${value}`)}"`)
    .join('')

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(impossible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
