import type { Mapping, Position, Scalar, Tree } from '../kubelet/model/tree.ts'
import { type FileSubject, fileSubject } from '../message/fact.ts'
import { domain } from '../names.ts'
import { parseDuration } from '../quantity/duration.ts'
import {
  type Check,
  isCheckUrl,
  isDecisive,
  isPrometheusUrl,
  longestCheck,
  mostChecks,
  onFalses,
  tellsFalse,
} from './checks.ts'
import {
  defaultPolicy,
  type OnFailure,
  onFailures,
  onHurtPods,
  type RolloutPolicy,
  type Share,
  type Wave,
  type WaveSize,
} from './policy.ts'
import {
  NotARolloutPolicy,
  PolicyFieldTwice,
  PolicyFieldUnknown,
  PolicyValueInvalid,
  type RolloutPolicyProblem,
  WavesDoNotGrow,
  WavesEndEarly,
  WindowEmpty,
} from './policy-file-messages.ts'
import { isImage, type OptionalProbeCheck, optionalProbeChecks, type ProbePolicy } from './probe.ts'
import { allDays, type Day, isTimeZone, minutesPerDay, type TimeWindow } from './windows.ts'

export const policyKind = 'RolloutPolicy'
export const policyVersion = `${domain}/v1alpha1`

export interface DecodedPolicy {
  /** With problems, it is not complete. */
  readonly policy: RolloutPolicy
  /** In the order of the file. */
  readonly problems: readonly RolloutPolicyProblem[]
}

const known = {
  document: [
    ...['apiVersion', 'kind', 'waves', 'soak', 'maxUnavailable', 'maxFailures', 'nodeDeadline', 'onFailure'],
    ...['windows', 'checks', 'pods', 'probe'],
  ],
  wave: ['to', 'nodes', 'soak', 'approval'],
  probe: ['image', 'without'],
  check: ['name', 'prometheus', 'query', 'onFalse', 'url'],
  window: ['days', 'from', 'to', 'timeZone'],
} as const

/** Decodes the tree of a file with a policy. Finds all problems of it in one pass; what it leaves out is as by default. */
export function decodePolicy(tree: Tree, file: string): DecodedPolicy {
  const decoder = new Decoder(file)
  return { policy: decoder.document(tree), problems: decoder.problems }
}

class Decoder {
  readonly problems: RolloutPolicyProblem[] = []
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  document(tree: Tree): RolloutPolicy {
    // Of a file of another kind, nothing else is worth a word.
    const all =
      tree.type === 'map' ? new Map(tree.entries.map(({ key, value }) => [key, value])) : new Map<string, Tree>()
    for (const [field, expected] of [
      ['apiVersion', policyVersion],
      ['kind', policyKind],
    ] as const) {
      const value = all.get(field)
      if (value?.type === 'scalar' && value.text === expected) continue
      this.problems.push(NotARolloutPolicy({ subject: this.#at(value ?? tree), field, expected }))
      return defaultPolicy
    }
    const fields = this.#fields(tree, known.document, 'the document')
    if (fields === undefined) return defaultPolicy
    const [waves, windows, checks] = [fields.get('waves'), fields.get('windows'), fields.get('checks')]
    const probe = fields.get('probe')
    return {
      waves: waves === undefined ? defaultPolicy.waves : this.#waves(waves),
      soakMs: this.#read(fields, 'soak', durationOf, defaultPolicy.soakMs),
      maxUnavailable: this.#read(fields, 'maxUnavailable', positiveShare, defaultPolicy.maxUnavailable),
      maxFailures: this.#read(fields, 'maxFailures', positive, defaultPolicy.maxFailures),
      nodeDeadlineMs: this.#read(fields, 'nodeDeadline', positiveDuration, defaultPolicy.nodeDeadlineMs),
      onFailure: this.#read(fields, 'onFailure', onFailureOf, defaultPolicy.onFailure),
      windows: windows === undefined ? defaultPolicy.windows : this.#windows(windows),
      checks: checks === undefined ? defaultPolicy.checks : this.#checks(checks),
      pods: this.#read(fields, 'pods', (text) => onHurtPods.find((one) => one === text), defaultPolicy.pods),
      probe: probe === undefined ? defaultPolicy.probe : this.#probe(probe),
    }
  }

  #waves(value: Tree): readonly Wave[] {
    if (value.type !== 'list' || value.items.length === 0) {
      this.problems.push(PolicyValueInvalid({ subject: this.#at(value), field: 'waves', expected: 'a list of waves' }))
      return defaultPolicy.waves
    }
    const waves = value.items.flatMap((item) => {
      const wave = this.#wave(item)
      return wave === undefined ? [] : [{ wave, item }]
    })
    // Only waves that were all understood can be compared.
    if (waves.length === value.items.length) this.#compare(waves, value)
    return waves.map(({ wave }) => wave)
  }

  #compare(waves: readonly { readonly wave: Wave; readonly item: Tree }[], list: Tree): void {
    const before: { percent: number; count: number } = { percent: 0, count: 0 }
    for (const { wave, item } of waves) {
      const { to } = wave
      const [value, last] =
        to.kind === 'percent' ? [to.percent, before.percent] : to.kind === 'count' ? [to.count, before.count] : [1, 0]
      if (value <= last) this.problems.push(WavesDoNotGrow({ subject: this.#at(item) }))
      if (to.kind === 'percent') before.percent = to.percent
      if (to.kind === 'count') before.count = to.count
    }
    if (before.percent !== 100) this.problems.push(WavesEndEarly({ subject: this.#at(list) }))
    const last = waves.at(-1)?.wave.to
    if (before.percent === 100 && !(last?.kind === 'percent' && last.percent === 100))
      this.problems.push(WavesDoNotGrow({ subject: this.#at(waves.at(-1)!.item) }))
  }

  #wave(item: Tree): Wave | undefined {
    if (item.type === 'scalar') {
      const to = this.#size(item)
      return to && { to, soakMs: undefined, approval: false }
    }
    const fields = this.#fields(item, known.wave, 'a wave')
    if (fields === undefined) return undefined
    const [to, nodes] = [fields.get('to'), fields.get('nodes')]
    const soakMs = this.#read<number | undefined>(fields, 'soak', durationOf, undefined)
    const approval = this.#read(fields, 'approval', boolean, false)
    if ((to === undefined) === (nodes === undefined)) {
      this.problems.push(PolicyValueInvalid({ subject: this.#at(item), field: 'to', expected: 'either to or nodes' }))
      return undefined
    }
    const size = nodes === undefined ? this.#size(to!) : this.#names(nodes)
    return size && { to: size, soakMs, approval }
  }

  #size(value: Tree): WaveSize | undefined {
    const text = value.type === 'scalar' ? textOf(value) : ''
    if (text === 'canary') return { kind: 'canary' }
    const share = positiveShare(text)
    if (share !== undefined) return share
    this.problems.push(
      PolicyValueInvalid({
        subject: this.#at(value),
        field: 'to',
        expected: 'canary, a number of nodes or a percentage',
      }),
    )
    return undefined
  }

  #names(value: Tree): WaveSize | undefined {
    const names = value.type === 'list' ? value.items : []
    if (names.length > 0 && names.every((item) => item.type === 'scalar' && item.kind === 'string'))
      return { kind: 'nodes', names: names.map((item) => (item.type === 'scalar' ? item.text : '')) }
    this.problems.push(
      PolicyValueInvalid({ subject: this.#at(value), field: 'nodes', expected: 'a list of names of nodes' }),
    )
    return undefined
  }

  /** An empty list could mean both, always and never. */
  #windows(value: Tree): readonly TimeWindow[] {
    const items = value.type === 'list' ? value.items : []
    if (items.length === 0)
      this.#invalid(value, 'windows', 'a list of windows; without it, the gate may open at any time')
    return items.flatMap((item) => this.#window(item) ?? [])
  }

  #window(item: Tree): TimeWindow | undefined {
    const fields = this.#fields(item, known.window, 'a window')
    if (fields === undefined) return undefined
    const days = fields.get('days')
    const window = {
      days: days === undefined ? allDays : this.#days(days),
      from: this.#time(fields, item, 'from'),
      to: this.#time(fields, item, 'to'),
      timeZone: this.#read(fields, 'timeZone', timeZoneOf, 'UTC'),
    }
    const { from, to } = window
    if (from === undefined || to === undefined) return undefined
    if (from === to) this.problems.push(WindowEmpty({ subject: this.#at(fields.get('to')!) }))
    return { ...window, from, to }
  }

  #days(value: Tree): readonly Day[] {
    const items = value.type === 'list' ? value.items : []
    const days = items.map((item) => allDays.find((day) => item.type === 'scalar' && item.text === day))
    if (days.length === 0 || days.includes(undefined)) {
      const other = items[days.indexOf(undefined)] ?? value
      this.#invalid(other, 'days', `a list of ${allDays.join(', ')}; without it, a window opens every day`)
    }
    return allDays.filter((day) => days.includes(day))
  }

  /** A number is what YAML of another version makes of 16:00 without quotes. */
  #time(fields: Fields, window: Tree, field: 'from' | 'to'): number | undefined {
    const value = fields.get(field) ?? window
    const time = value.type === 'scalar' && value.kind === 'string' ? timeOf(value.text) : undefined
    if (time !== undefined && (field === 'to' || time < minutesPerDay)) return time
    const last = field === 'to' ? '24:00' : '23:59'
    this.#invalid(value, field, `a time of day in quotes, from "00:00" to "${last}"`)
    return undefined
  }

  #checks(value: Tree): readonly Check[] {
    const items = value.type === 'list' ? value.items : []
    if (items.length === 0 || items.length > mostChecks)
      this.#invalid(value, 'checks', `a list of up to ${mostChecks} checks; without it, none are asked`)
    const names = new Set<string>()
    return items.flatMap((item) => {
      const fields = this.#fields(item, known.check, 'a check')
      const check = fields && this.#check(fields, item)
      if (check === undefined) return []
      if (names.has(check.name)) this.#invalid(fields?.get('name') ?? item, 'name', 'another one for each check')
      if (check.name !== '') names.add(check.name)
      return [check]
    })
  }

  #probe(value: Tree): ProbePolicy | undefined {
    const fields = this.#fields(value, known.probe, 'a probe')
    if (fields === undefined) return undefined
    const without = fields.get('without')
    return {
      image: this.#text(fields, value, 'image', isImage),
      without: without === undefined ? [] : this.#leftOut(without),
    }
  }

  #leftOut(value: Tree): readonly OptionalProbeCheck[] {
    const items = value.type === 'list' ? value.items : []
    const all = optionalProbeChecks.join(', ')
    if (items.length === 0) this.#invalid(value, 'without', `a list of ${all}; without it, all are tried`)
    return items.flatMap((item) => {
      const found = optionalProbeChecks.find((check) => item.type === 'scalar' && item.text === check)
      if (found === undefined) this.#invalid(item, 'without', `one of ${all}`)
      return found ?? []
    })
  }

  #check(fields: Fields, item: Tree): Check | undefined {
    const name = this.#text(fields, item, 'name', (text) => /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(text))
    const [prometheus, url] = [fields.get('prometheus'), fields.get('url')]
    if ((prometheus === undefined) === (url === undefined)) {
      this.#invalid(item, 'a check', 'either with prometheus and query, or with url')
      return undefined
    }
    if (prometheus === undefined) {
      for (const field of ['query', 'onFalse']) {
        const value = fields.get(field)
        if (value !== undefined) this.#invalid(value, field, 'with prometheus, not with url')
      }
      return { kind: 'url', name, url: this.#text(fields, item, 'url', isCheckUrl) }
    }
    const server = this.#text(fields, item, 'prometheus', isPrometheusUrl)
    const query = this.#text(fields, item, 'query', (text) => text.length <= longestCheck.query && isDecisive(text))
    const onFalse = this.#read(fields, 'onFalse', (text) => onFalses.find((one) => one === text), 'hold')
    if (onFalse === 'abort' && query !== '' && !tellsFalse(query))
      this.#invalid(fields.get('query')!, 'query', 'a comparison with bool, such as < bool 1, for onFalse: abort')
    return { kind: 'prometheus', name, url: server, query, onFalse }
  }

  /** Empty: there was a problem. */
  #text(fields: Fields, item: Tree, field: keyof typeof texts, isValid: (text: string) => boolean): string {
    const value = fields.get(field)
    if (value?.type === 'scalar' && value.kind === 'string' && isValid(value.text)) return value.text
    this.#invalid(value ?? item, field, texts[field])
    return ''
  }

  #invalid(value: Tree, field: string, expected: string): void {
    this.problems.push(PolicyValueInvalid({ subject: this.#at(value), field, expected }))
  }

  #read<T>(fields: Fields, field: keyof typeof expected, read: (text: string) => T | undefined, usual: T): T {
    const value = fields.get(field)
    if (value === undefined) return usual
    const found = value.type === 'scalar' && value.kind !== 'null' ? read(textOf(value)) : undefined
    if (found === undefined)
      this.problems.push(PolicyValueInvalid({ subject: this.#at(value), field, expected: expected[field] }))
    return found ?? usual
  }

  #fields(tree: Tree, allowed: readonly string[], what: string): Fields | undefined {
    if (tree.type !== 'map') {
      this.problems.push(PolicyValueInvalid({ subject: this.#at(tree), field: what, expected: 'a mapping' }))
      return undefined
    }
    const fields = new Map<string, Tree>()
    for (const { key, at, value } of (tree as Mapping).entries) {
      if (!allowed.includes(key)) this.problems.push(PolicyFieldUnknown({ subject: this.#at(at), field: key, allowed }))
      if (fields.has(key)) this.problems.push(PolicyFieldTwice({ subject: this.#at(at), field: key }))
      else fields.set(key, value)
    }
    return fields
  }

  #at = (at: Position): FileSubject => fileSubject(this.#file, at)
}

type Fields = ReadonlyMap<string, Tree>

const expected = {
  soak: 'a duration such as 10m',
  maxUnavailable: 'a number of nodes from 1 on, or a percentage such as 10%',
  maxFailures: 'a number of nodes from 1 on',
  nodeDeadline: 'a duration such as 30m',
  onFailure: onFailures.join(' or '),
  approval: 'true or false',
  onFalse: onFalses.join(' or '),
  pods: onHurtPods.join(', '),
  timeZone: 'a zone of the IANA database, such as Europe/Berlin or UTC',
} as const

const texts = {
  image: 'the image of kubeletcfg, such as registry.example/kubeletcfg:1.0',
  name: 'a name such as error-rate: up to 63 small letters, digits and hyphens',
  url: 'an http or https URL without a user, a password and a fragment: a policy is no place for credentials',
  prometheus:
    'the http or https URL of a Prometheus without a user, a password, a query and a fragment: a policy is no place for credentials',
  query: 'a comparison, such as sum(rate(errors_total[5m])) < 1, or absent(...): all else would always say go',
} as const

/** As it is written: 010 is not 8 here. */
const textOf = ({ source, text }: Scalar): string => source ?? text

function durationOf(text: string): number | undefined {
  const nanos = parseDuration(text)
  return typeof nanos === 'bigint' && nanos >= 0n ? Number(nanos / 1_000_000n) : undefined
}

const positiveDuration = (text: string): number | undefined => durationOf(text) || undefined

const positive = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

function positiveShare(text: string): Share | undefined {
  const percent = /^(\d{1,3})%$/.exec(text)?.[1]
  if (percent !== undefined)
    return Number(percent) >= 1 && Number(percent) <= 100 ? { kind: 'percent', percent: Number(percent) } : undefined
  const count = positive(text)
  return count === undefined ? undefined : { kind: 'count', count }
}

const onFailureOf = (text: string): OnFailure | undefined => onFailures.find((one) => one === text)

const timeZoneOf = (text: string): string | undefined => (isTimeZone(text) ? text : undefined)

/** In minutes since midnight. */
function timeOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):([0-5]\d)$/.exec(text) ?? []
  const time = Number(hours) * 60 + Number(minutes)
  return time <= minutesPerDay ? time : undefined
}

const boolean = (text: string): boolean | undefined => (text === 'true' ? true : text === 'false' ? false : undefined)
