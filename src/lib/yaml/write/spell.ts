import { resolveScalar } from '../read/yaml-scalar.ts'

/** Plain at the start of a line and after a colon, without invisible characters. */
const harmless =
  /^(?:[\p{L}\p{N}_/]|[-+.](?=[\p{L}\p{N}/]))(?:[\p{L}\p{M}\p{N}\p{P}\p{S} ]*[\p{L}\p{M}\p{N}\p{P}\p{S}])?$/u
const indicator = /: | #|:$/
/** Strings to the kubelet, but dates and base-60 numbers to other readers of YAML 1.1. */
const misleading = /^(?:\d{4}-\d\d?-\d\d?|[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$|[-+]?0[xob])/i
/** To be escaped even in quotes: a kubelet may refuse them, or they are invisible. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffe\uffff]/gu

/** A string in YAML 1.1: plain when every reader takes it for a string, otherwise in double quotes. */
export function spellString(text: string): string {
  const resolved = resolveScalar({ text, plain: true, tag: undefined })
  const isString = typeof resolved === 'object' && resolved.kind === 'string'
  if (isString && harmless.test(text) && !indicator.test(text) && !misleading.test(text)) return text
  return JSON.stringify(text).replaceAll(unsafe, spellOut)
}

const spellOut = (character: string): string => `\\U${character.codePointAt(0)!.toString(16).padStart(8, '0')}`

/** A decimal number as it was written, such as 0.90; any other as in JSON: 16 for 0x10. */
export const spellNumber = (text: string, written: string): string =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(written) ? written : text
