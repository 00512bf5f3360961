/**
 * Writes docs/releases.md: what changed for a KubeletConfiguration from release to release, from the tables; prints what
 * it says of the newest one.
 * Usage: node scripts/data/releases-page.ts
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultChanges } from '../../src/lib/kubelet/changes/upgrade/defaults.ts'
import { meaningsBetween } from '../../src/lib/kubelet/changes/upgrade/upgrade.ts'
import { fieldNotes } from '../../src/lib/kubelet/data/field-notes.ts'
import { fields } from '../../src/lib/kubelet/data/fields.ts'
import { flags } from '../../src/lib/kubelet/flags/data/flags.ts'
import { type GateDifference, gateDifferences } from '../../src/lib/kubelet/gates/changes.ts'
import { emptyDocument } from '../../src/lib/kubelet/model/empty-document.ts'
import { newest, oldest, type Release, releases } from '../../src/lib/kubelet/model/releases.ts'
import { validationRules } from '../../src/lib/kubelet/rules/all.ts'
import { appliesTo } from '../../src/lib/kubelet/rules/rule.ts'
import { knows } from '../../src/lib/kubelet/schema/schema.ts'
import { startupRules } from '../../src/lib/kubelet/startup/all.ts'
import { byUrgency, describeDifference, describeState } from '../../src/lib/offline/explain/gates.ts'
import { changeText } from '../../src/lib/offline/read/meaning-change.ts'

export const pageFile = join(import.meta.dirname, '../../docs/releases.md')

/** Two releases, one after the other. */
interface Span {
  readonly from: Release
  readonly to: Release
}

const spans: readonly Span[] = releases.slice(1).map((to, index) => ({ from: releases[index]!, to }))

export const releasesPage = (): string =>
  [
    `# Releases of the kubelet`,
    `What changed for a KubeletConfiguration in each release from ${after(oldest)} to ${newest}. \`npm run data\` generates this page from the tables\n` +
      'that all commands use. `kubeletcfg upgrade-check` prints what of it concerns your documents, and\n' +
      '`kubeletcfg gates --since` all feature gates between two releases.',
    ...spans.toReversed().map(section),
  ].join('\n\n')

const after = (release: Release): Release => releases[releases.indexOf(release) + 1]!

const subjects: readonly (readonly [title: string, text: (span: Span) => string])[] = [
  ['Fields', changedFields],
  ['Defaults', changedDefaults],
  ['Meaning', changedMeanings],
  ['Rules', changedRules],
  ['Flags', changedFlags],
  ['Feature gates', changedGates],
]

function section(span: Span): string {
  const found = subjects.map(([title, text]) => [title, text(span)]).filter(([, text]) => text !== '')
  return [`## ${span.to}`, ...found.map(([title, text]) => `### ${title}\n\n${text}`), ''].join('\n\n').trimEnd()
}

interface Lifetime {
  readonly since?: Release
  readonly until?: Release
}

/** The rows that one release has and the other lacks. */
function lifetimes<T extends Lifetime>(rows: readonly T[], { from, to }: Span) {
  const [before, now] = [from, to].map((release) => rows.filter((row) => knows(release, row)))
  return {
    added: now!.filter((row) => !before!.includes(row)),
    removed: before!.filter((row) => !now!.includes(row)),
  }
}

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

const code = (name: string): string => `\`${name}\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Without items of lists and values of maps, which come and go with them. */
function changedFields(span: Span): string {
  const { added, removed } = lifetimes(
    fields.filter(({ path }) => !/[\]}]$/.test(path)),
    span,
  )
  return bullets([
    ...removed.map(({ path }) => `removed: ${code(path)}`),
    ...added.map(({ path, type }) => `${code(path)} (${type}): ${fieldNotes[path]?.meaning ?? ''}`),
  ])
}

/** Of a document without fields. */
function changedDefaults(span: Span): string {
  const rows = defaultChanges(emptyDocument, span).map(({ path, before, after, isNew }) => [
    code(path),
    isNew ? '(new)' : shown(before),
    shown(after),
  ])
  return table(['field', span.from, span.to], rows)
}

const shown = (value: unknown): string => (value === undefined ? 'unset' : code(String(value)))

function changedMeanings(span: Span): string {
  return bullets(meaningsBetween(span).map((change) => `${code(change.path)}: ${changeText(change)}`))
}

/** A rule that has another form from a release on keeps its id. */
function changedRules(span: Span): string {
  const all = [...validationRules, ...startupRules]
  const of = (release: Release) => all.filter((rule) => appliesTo(release, rule))
  const [before, now] = [of(span.from), of(span.to)]
  return bullets([
    ...before
      .filter(({ id }) => !now.some((rule) => rule.id === id))
      .map(({ id, meaning }) => `${id} no longer applies: ${meaning}`),
    ...now.filter((rule) => !before.includes(rule)).map(({ id, meaning }) => `${id}: ${meaning}`),
  ])
}

function changedFlags(span: Span): string {
  const { added, removed } = lifetimes(flags, span)
  const named = ({ name, field }: (typeof flags)[number]) =>
    `${code(`--${name}`)}${field === undefined ? '' : ` (${code(field)})`}`
  return bullets([
    ...(removed.length > 0 ? [`removed, the kubelet exits: ${removed.map(named).join(', ')}`] : []),
    ...(added.length > 0 ? [`added: ${added.map(named).join(', ')}`] : []),
  ])
}

const isNewAndOff = ({ before, after }: GateDifference): boolean => before === undefined && after?.on === false

/** Those that a kubelet may be stopped by or behave otherwise for first; the new ones that change nothing in a line. */
function changedGates(span: Span): string {
  const all = byUrgency(gateDifferences(span))
  const rows = all.filter((one) => !isNewAndOff(one))
  const fresh = all.filter(isNewAndOff).map(({ name, after }) => `${code(name)} (${after?.stage})`)
  return [
    table(
      ['gate', 'change', 'now'],
      rows.map((one) => [code(one.name), describeDifference(one), describeState(one.after)]),
    ),
    ...(fresh.length > 0 ? [`Added, off by default: ${fresh.join(', ')}.`] : []),
  ].join('\n\n')
}

if (import.meta.main) {
  writeFileSync(pageFile, `${releasesPage()}\n`)
  process.stdout.write(`${section(spans.at(-1)!)}\n`)
}
