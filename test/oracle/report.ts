import type { Found } from './campaign.ts'
import { type JudgedRelease, kubeletOf } from './kubelets.ts'

/** A difference for people: the document as JSON spells it, so that nothing in it goes unseen. */
export function report(release: JudgedRelease, { seed, document, verdict, ...different }: Found): string {
  const { aspect, ours, kubelets, reasons } = different
  const [one, other] = aspect === 'defaults' ? parting(ours, kubelets) : [ours, kubelets]
  const lines = [
    `\n${aspect}, seed ${seed}: ${JSON.stringify(new TextDecoder('utf-8', { ignoreBOM: true }).decode(document))}`,
    `  ours:    ${one || 'nothing'}`,
    ...reasons.map((reason) => `           ${reason.slice(0, 300)}`),
    `  ${kubeletOf(release).version.padEnd(8)} ${other || 'nothing'}`,
    ...[...verdict.errors, ...verdict.startUp].map(({ message }) => `           ${message.slice(0, 300)}`),
  ]
  return `${lines.join('\n')}\n`
}

/** Long texts from a little before the place where they part. */
export function parting(one: string, other: string): readonly [string, string] {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const from = Math.max(0, at - 40)
  return [one.slice(from, at + 80), other.slice(from, at + 80)]
}
