import type { CheckFact } from './check-messages.ts'

/** A program that is asked before a soak ends. */
export type Check = PrometheusCheck | UrlCheck

export interface PrometheusCheck {
  readonly kind: 'prometheus'
  readonly name: string
  /** Of the server, without /api/v1. */
  readonly url: string
  /** A comparison, or absent(). */
  readonly query: string
  /** What follows from a comparison with `bool` that is false. */
  readonly onFalse: OnFalse
}

export const onFalses = ['hold', 'abort'] as const
export type OnFalse = (typeof onFalses)[number]

export interface UrlCheck {
  readonly kind: 'url'
  readonly name: string
  readonly url: string
}

/** What a check says now. What is no answer holds. */
export type CheckAnswer = { readonly name: string; readonly says: 'go' } | NotPassed

export interface NotPassed {
  readonly name: string
  readonly says: 'hold' | 'abort'
  readonly because: CheckFact
}

/** Of the checks of a policy, and of the characters of what they contain. */
export const mostChecks = 20
export const longestCheck = { url: 2_048, query: 4_096 } as const

/** Whether a check may ask there. A policy is a ConfigMap, which many may read: it has no credentials. */
export function isCheckUrl(text: string): boolean {
  if (text.length > longestCheck.url || !URL.canParse(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '' && hash === ''
}

/** The same; the path of the query is appended to it. */
export const isPrometheusUrl = (text: string): boolean => isCheckUrl(text) && new URL(text).search === ''

/** What a query has besides texts, matchers of labels and comments. */
const bare = (query: string): string =>
  query.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`/gs, '').replace(/#[^\n]*|\{[^}]*\}/g, '')

/** A query without a comparison has a sample whatever its value is: it would always say go. */
export const isDecisive = (query: string): boolean => /==|!=|[<>]|\babsent(?:_over_time)?\s*\(/.test(bare(query))

/** With `bool`, what is false has a sample, too: false can be told from a query without data. */
export const tellsFalse = (query: string): boolean => /(?:[!=]=|[<>]=?)\s*bool\b/.test(bare(query))
