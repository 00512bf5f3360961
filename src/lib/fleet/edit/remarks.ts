import { findingText } from '../../kubelet/check/finding-text.ts'
import { describeReleases } from '../../kubelet/model/releases.ts'
import { describe } from '../../message/describe.ts'
import type { Fact } from '../../message/fact.ts'
import { plainLine } from '../../message/line.ts'
import type { FactOf } from '../../message/message.ts'
import type { FileFact, Held } from '../../offline/read/file-messages.ts'
import type { PushRefused } from '../push/push-messages.ts'

interface Edit {
  /** What begins each remark. */
  readonly mark: string
  readonly remarks: readonly Fact[]
}

/** The comments above a text in the editor. Lines of findings are counted in the editor, comments included. */
export function editRemarks({ mark, remarks }: Edit): readonly string[] {
  const intro = [
    `Edit the document below. Lines that begin with ${mark} are ignored.`,
    'To cancel, close the editor without saving a change, or save an empty file.',
  ]
  const below = (above: number): readonly string[] => remarks.flatMap((remark) => ['', ...linesOf(remark, above)])
  return [...intro, ...below(intro.length + below(0).length + 1), '']
}

function linesOf(fact: Fact, above: number): readonly string[] {
  if (isRefusal(fact)) return refusalLines(fact, above)
  return describe(isAboutPlaces(fact) ? movedDown(fact, above) : fact).lines.map(plainLine)
}

type Refusal = FactOf<typeof PushRefused>

const isRefusal = (fact: Fact): fact is Refusal => fact.reason === 'PushRefused'

type WithPlaces = Extract<FileFact, { readonly held: readonly Held[] }>

const isAboutPlaces = (fact: Fact): fact is WithPlaces => 'held' in fact

const movedDown = (fact: WithPlaces, above: number): WithPlaces => ({
  ...fact,
  held: fact.held.map((held) => (held.line === undefined ? held : { ...held, line: held.line + above })),
})

function refusalLines({ because: { findings, releases } }: Refusal, above: number): readonly string[] {
  const count = `${findings.length} problem${findings.length === 1 ? '' : 's'}`
  const forWhom = releases.length === 0 ? '' : ` for kubelet ${describeReleases(releases)}`
  return [
    `The document was not pushed: ${count}${forWhom}`,
    ...findings.map((finding) => {
      const place = finding.line === undefined ? '' : `line ${finding.line + above}: `
      return `  ${place}${finding.severity} ${finding.rule} ${findingText(finding, releases)}`
    }),
  ]
}
