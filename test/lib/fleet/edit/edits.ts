import { withoutRemarks, withRemarks } from '../../../../src/lib/documents/draft.ts'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import { planEdit } from '../../../../src/lib/fleet/edit/edit.ts'
import { applyPush } from '../../../../src/lib/fleet/push/push-apply.ts'
import { type Fact, fileSubject } from '../../../../src/lib/message/fact.ts'
import type { Editor } from '../../../../src/lib/ports/editor.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'

/** What an operator does with an opened text. */
export type Hand = (text: string) => string

/** An operator who saves one text after the other, and then always the same. */
export class Operator implements Editor {
  readonly file = 'draft.yaml'
  readonly opened: { readonly text: string; readonly remarks: readonly Fact[] }[] = []
  readonly kept: string[] = []
  discarded = false
  readonly #hands: readonly Hand[]
  #saved = ''

  constructor(...hands: readonly Hand[]) {
    this.#hands = hands
  }

  async edit(text: Uint8Array, remarks: readonly Fact[]): Promise<Uint8Array> {
    const opened = new TextDecoder().decode(text)
    const hand = this.#hands[this.opened.length] ?? ((same) => same)
    this.opened.push({ text: opened, remarks })
    this.#saved = hand(opened)
    const mark = '#~'
    return withoutRemarks(withRemarks(new TextEncoder().encode(this.#saved), mark, ['a remark']), mark)
  }

  async keep(): Promise<Fact> {
    this.kept.push(this.#saved)
    return { reason: 'EditKept', subject: fileSubject(this.file) }
  }

  async discard(): Promise<void> {
    this.discarded = true
  }
}

interface How {
  readonly target?: Parameters<typeof planEdit>[1]['target']
  readonly skipValidation?: boolean
  readonly forceConflicts?: boolean
}

export const edit = (
  world: InProcess,
  editor: Editor,
  { target = globalTarget, skipValidation = false, forceConflicts }: How = {},
) =>
  planEdit(
    { cluster: world.cluster, editor, progress: { doing: () => {}, done: () => {} } },
    { target, skipValidation, acceptedRisks: [], forceConflicts },
    limits,
  )

/** To its end, as with --yes. */
export async function editAndPush(world: InProcess, ...hands: readonly Hand[]) {
  const edited = await edit(world, new Operator(...hands))
  if ('cancelled' in edited) return []
  return applyPush(world, { plan: edited.plan, dryRun: 'none' }, limits)
}
