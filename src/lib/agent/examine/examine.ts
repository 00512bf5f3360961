import { allocatableAfter } from '../../kubelet/changes/allocatable.ts'
import { assessChange, stateFilesOf, without } from '../../kubelet/changes/assess.ts'
import type { Risk } from '../../kubelet/changes/disruption.ts'
import { weakenedFields } from '../../kubelet/changes/guarded-fields.ts'
import type { NodeEvidence } from '../../kubelet/changes/impact/evidence.ts'
import { stepsFor } from '../../kubelet/changes/steps.ts'
import { check } from '../../kubelet/check/check.ts'
import { mergeFindings, type ReleaseFinding } from '../../kubelet/check/merge-findings.ts'
import { ofKubelet, problemsIn, refusalOf } from '../../kubelet/check/problems.ts'
import { Effective } from '../../kubelet/defaults/effective.ts'
import type { Setting } from '../../kubelet/flags/setting.ts'
import { shadows } from '../../kubelet/flags/shadows.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import { type Release, releaseOfKubelet } from '../../kubelet/model/releases.ts'
import type { Fact, FileSubject } from '../../message/fact.ts'
import type { Verdict } from '../model/verdict.ts'
import {
  ChangeNotKnown,
  ControlPlaneWouldStop,
  type ExamineFact,
  FieldsLeftOut,
  ForbiddenByPolicy,
  HostNotSuitable,
  KubeletNotKnown,
  SeveralProblems,
} from './examine-messages.ts'
import { holdFor } from './hold.ts'

/** A configuration to examine, and all that its verdict depends on. */
export interface Question {
  /** Names it in findings. */
  readonly subject: FileSubject
  /** `document`: read from a ConfigMap. `local`: the node's own files, which are good by definition. */
  readonly config:
    | { readonly kind: 'document'; readonly reading: Reading }
    | { readonly kind: 'local'; readonly document: ConfigDocument | undefined }
  /** What a kubelet would run with it, where that is not the document itself: a drop-in is merged over the node's file. */
  readonly merged?: ((document: ConfigDocument) => ConfigDocument) | undefined
  /** What runs now, flags excluded; undefined: it cannot be read. */
  readonly running: ConfigDocument | undefined
  /** Of the command line of the kubelet: flags win over any file. */
  readonly flags: readonly Setting[]
  /** Such as v1.36.3. */
  readonly kubeletVersion: string
  /** What of the document this host cannot provide. */
  readonly obstacles: readonly Fact[]
  readonly acceptedRisks: readonly Risk[]
  readonly controlPlane: boolean
  /** Fields that the node allows in spite of the policy. */
  readonly allowedUnsafe: readonly string[]
  /** What runs on the node; undefined: it cannot be seen. */
  readonly evidence: NodeEvidence | undefined
}

/** What a configuration means for this kubelet and host, before anything is written: the same checks as before a push. */
export function examine(question: Question): Verdict {
  const { config, kubeletVersion } = question
  const known = releaseOfKubelet(kubeletVersion)
  if (known === undefined) return refused([fact(KubeletNotKnown({ kubeletVersion }))])
  const { release } = known
  if (config.kind === 'local') return compare(question, { release, document: config.document, warnings: [] })
  const checked = check(config.reading, release)
  const findings = mergeFindings([checked]).map((finding) => (known.newerThanKnown ? mayBeNew(finding) : finding))
  const refusal = refusalOf(question.subject, { findings, releases: [release] })
  if (refusal !== undefined || checked.document === undefined) return refused(refusal === undefined ? [] : [refusal])
  const document = question.merged?.(checked.document) ?? checked.document
  const problems = objections(question, release, document)
  if (problems.length > 0) return refused(problems)
  const warnings = problemsIn(question.subject, { findings: ofKubelet(findings), releases: [release] })
  return compare(question, { release, document, warnings })
}

/** A kubelet that is newer than all known ones may know more fields. */
const mayBeNew = (finding: ReleaseFinding): ReleaseFinding =>
  finding.stage === 'strict' && !finding.fatal ? { ...finding, severity: 'warning' } : finding

function objections(question: Question, release: Release, document: ConfigDocument): readonly Fact[] {
  const after = new Effective(document, release)
  const before = question.running && new Effective(question.running, release)
  // A flag decides before and after the change alike.
  const decided = shadows(question.flags, document, release).map(({ path }) => path)
  const exempt = [...question.allowedUnsafe, ...decided]
  const fields = weakenedFields(after, before).filter((field) => !exempt.includes(field))
  const stops = question.controlPlane && before !== undefined && movesStaticPods(before, after)
  return [
    ...(fields.length === 0 ? [] : [fact(ForbiddenByPolicy({ fields }))]),
    ...(stops ? [fact(ControlPlaneWouldStop())] : []),
    ...(question.obstacles.length === 0 ? [] : [fact(HostNotSuitable({ obstacles: question.obstacles }))]),
  ]
}

interface Examined {
  readonly release: Release
  /** What the kubelet would run; undefined: the node's own files cannot be read. */
  readonly document: ConfigDocument | undefined
  readonly warnings: readonly Fact[]
}

function compare(question: Question, { release, document, warnings }: Examined): Verdict {
  const { running, flags } = question
  const shadowed = document === undefined ? [] : shadows(flags, document, release)
  const overridden = shadowed.filter(({ effect }) => effect === 'overrides').map(({ path }) => path)
  if (running === undefined || document === undefined) return unknownChange(question, overridden, warnings)
  const paths = shadowed.map(({ path }) => path)
  const assessment = without(assessChange(release, { before: running, after: document }), paths)
  if (assessment.changes.length === 0) return { kind: 'same' }
  const [before, after] = [new Effective(running, release), new Effective(document, release)]
  const forgotten = question.config.kind === 'document' && question.merged === undefined ? leftOut(before, after) : []
  return {
    kind: 'usable',
    stateFiles: stateFilesOf(assessment),
    ...holdFor(question, { release, before: running, after: document, assessment }),
    steps: stepsFor(assessment),
    shadowedByFlags: overridden,
    warnings: [...warnings, ...(forgotten.length === 0 ? [] : [fact(FieldsLeftOut({ fields: forgotten }))])],
    concernsSandboxes: assessment.changes.some(({ path }) => sandboxFields.has(topLevel(path))),
    allocatable: assessment.lowersAllocatable
      ? allocatableAfter(question.evidence?.allocatable ?? {}, before, after)
      : undefined,
  }
}

/** The worst is assumed: it needs a drained node, and state files of either policy may be in the way. */
const unknownChange = (
  { acceptedRisks, config }: Question,
  shadowedByFlags: readonly string[],
  warnings: readonly Fact[],
): Verdict => ({
  kind: 'usable',
  stateFiles: ['cpu_manager_state', 'memory_manager_state'],
  held: acceptedRisks.includes('state-file')
    ? undefined
    : fact(ChangeNotKnown({ risks: config.kind === 'local' ? [] : ['state-file'] })),
  heldDrained: false,
  balloon: 'not-in-the-way',
  dependsOnPods: false,
  steps: [],
  shadowedByFlags,
  warnings,
  concernsSandboxes: true,
  allocatable: undefined,
})

/** With a wrong value of these, no new pod starts, and the kubelet stays healthy. */
const sandboxFields: ReadonlySet<string> = new Set([
  'resolvConf',
  'cgroupRoot',
  'cgroupDriver',
  'cgroupsPerQOS',
  'kubeletCgroups',
  'containerRuntimeEndpoint',
  'podLogsDir',
  'clusterDNS',
  'clusterDomain',
  'podCIDR',
  'podPidsLimit',
  'seccompDefault',
  'userNamespaces',
  'featureGates',
])

const topLevel = (path: string): string => /^\w+/.exec(path)?.[0] ?? path

const refused = (problems: readonly Fact[]): Verdict => ({
  kind: 'refused',
  because: problems.length === 1 ? problems[0]! : fact(SeveralProblems({ problems })),
})

const fact = (one: ExamineFact): Fact => one

/** Fields that a node needs, and that a document for it may have forgotten: without them the kubelet has its default. */
const critical = [
  'staticPodPath',
  'clusterDNS',
  'clusterDomain',
  'containerRuntimeEndpoint',
  'resolvConf',
  'cgroupDriver',
]

const leftOut = (before: Effective, after: Effective): readonly string[] =>
  critical.filter((field) => before.written(field) !== undefined && after.written(field) === undefined)

/** The control plane runs as static pods of this folder, or from this address. */
const movesStaticPods = (before: Effective, after: Effective): boolean =>
  ['staticPodPath', 'staticPodURL'].some((field) => {
    const place = before.text(field)
    return place !== '' && place !== after.text(field)
  })
