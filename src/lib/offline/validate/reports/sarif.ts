import { findingText } from '../../../kubelet/check/finding-text.ts'
import type { ReleaseFinding } from '../../../kubelet/check/merge-findings.ts'
import { rules as readingRules } from '../../../kubelet/decode/decode-rules.ts'
import { hazards } from '../../../kubelet/hazards/all.ts'
import type { Severity } from '../../../kubelet/model/finding.ts'
import { newest, oldest } from '../../../kubelet/model/releases.ts'
import { gateRules, validationRules } from '../../../kubelet/rules/all.ts'
import type { Rule } from '../../../kubelet/rules/rule.ts'
import { startupRules } from '../../../kubelet/startup/all.ts'
import { domain } from '../../../names.ts'
import type { DocumentReport, EndedFinding } from '../../read/document-report.ts'
import { releasesOf } from '../../read/outcome.ts'
import type { Validation } from '../validate.ts'

/** Static Analysis Results Interchange Format 2.1.0: one run, each finding once for all releases. */
export function sarifReport({ documents }: Validation, version: string): object {
  const found = documents.flatMap((report) => {
    const releases = releasesOf(report)
    const ignored = report.ignored.map((finding) => ({ report, finding, releases, ...suppressed(finding) }))
    return [
      ...report.findings.map((finding) => ({ report, finding, releases, suppressions: [] as readonly object[] })),
      ...ignored,
    ]
  })
  // Either all results have the property, or none (3.27.23).
  const hasIgnored = documents.some(({ ignored }) => ignored.length > 0)
  const ids = [...new Set(found.map(({ finding }) => finding.rule))].sort()
  const indices = new Map(ids.map((id, index) => [id, index]))
  const occurrences = new Map<string, number>()
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'kubeletcfg', version, rules: sarifRules(ids) } },
        columnKind: 'unicodeCodePoints',
        results: found.map(({ report, finding, releases, suppressions }) => ({
          ruleId: finding.rule,
          ruleIndex: indices.get(finding.rule),
          level: levels[finding.severity],
          message: { text: messageText(findingText(finding, releases)) },
          locations: [locationOf(report, finding)],
          partialFingerprints: { [`${domain}/v1`]: fingerprint(report, finding, occurrences) },
          ...(hasIgnored && { suppressions }),
          properties: propertiesOf(report, finding),
        })),
      },
    ],
  }
}

/** A comment in the document, or a flag. */
const suppressed = ({
  ignoredBecause,
}: DocumentReport['ignored'][number]): { readonly suppressions: readonly object[] } => ({
  suppressions:
    ignoredBecause === undefined
      ? [{ kind: 'external', status: 'accepted' }]
      : [{ kind: 'inSource', status: 'accepted', justification: ignoredBecause }],
})

const locationOf = ({ file }: DocumentReport, { file: own, line, column, endColumn, path }: EndedFinding): object => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(own ?? file) },
    ...(line !== undefined && { region: { startLine: line, startColumn: column, endColumn } }),
  },
  ...(path !== '' && { logicalLocations: [{ fullyQualifiedName: path, kind: 'property' }] }),
})

const propertiesOf = ({ document }: DocumentReport, finding: ReleaseFinding): object => {
  const { stage, fatal, reason, remedy, releases, since, until } = finding
  return { document, stage, fatal, reason, remedy, kubernetesVersions: releases, since, until }
}

/** Stable when lines move: the rule, the path in the document, and a number when both occur again. */
function fingerprint(
  { file, document }: DocumentReport,
  { rule, path, file: own }: ReleaseFinding,
  occurrences: Map<string, number>,
): string {
  const identity = `${document}:${rule}:${path}`
  const key = `${own ?? file}\n${identity}`
  const occurrence = (occurrences.get(key) ?? 0) + 1
  occurrences.set(key, occurrence)
  return `${identity}:${occurrence}`
}

/** A URI reference (RFC 3986); absolute paths become file URIs. */
function uriOf(file: string): string {
  const path = file.toWellFormed().split('/').map(encodeURIComponent).join('/')
  return path.startsWith('/') ? `file://${path}` : path
}

/**
 * SARIF reads `{0}` as a placeholder and `[text](uri)` as a link (3.11.5, 3.11.6); values of users must not be read as
 * either.
 */
const messageText = (text: string): string => text.replaceAll(/[{}]/g, '$&$&').replaceAll('](', '\\](')

/** The values of `level` in SARIF. */
const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' }

/** A reportingDescriptor of SARIF 2.1.0 (3.49) for each rule id. */
export function sarifRules(ids: readonly string[]): readonly object[] {
  const known = new Map([
    ...readingDescriptors(),
    ...[...gateRules, ...validationRules, ...startupRules, ...hazards].map(descriptor),
  ])
  return ids.map((id) => ({ id, ...known.get(id) }))
}

const readingDescriptors = (): readonly (readonly [string, object])[] =>
  Object.entries(readingRules).map(([id, { meaning, severity }]) => [
    id,
    { ...texts(meaning, meaning), defaultConfiguration: { level: levels[severity] } },
  ])

function descriptor(rule: Rule): readonly [string, object] {
  const { id, meaning, harm, remedy, fields, source, since, until } = rule
  const lines = [
    meaning,
    ...(harm === undefined ? [] : [harm]),
    ...(remedy === undefined ? [] : [`Remedy: ${remedy}.`]),
    `Fields: ${fields.join(', ')}.`,
    `Kubelet releases: ${since ?? oldest} to ${until ?? newest}.`,
    `Source: ${source}.`,
  ]
  return [id, { ...texts(meaning, lines.join('\n')), defaultConfiguration: { level: levels[usualSeverity(rule)] } }]
}

const usualSeverity = ({ hostOnly, severity }: Rule): Severity => (hostOnly ? 'info' : (severity ?? 'error'))

/** The specification requires only an id; GitHub requires all three. */
const texts = (meaning: string, help: string) => ({
  shortDescription: { text: meaning },
  fullDescription: { text: meaning },
  help: { text: help },
})
