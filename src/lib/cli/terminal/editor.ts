import { judgeSaved, markFor, withoutRemarks, withRemarks } from '../../documents/draft.ts'
import { type EditFact, EditKept } from '../../fleet/edit/edit-messages.ts'
import { draftName, readDraft, removeDraft, writeDraft } from '../../machine/draft-file.ts'
import { defaultEditor, editorOf, runEditor } from '../../machine/run-editor.ts'
import { type Fact, fileSubject } from '../../message/fact.ts'
import { Failure, type Said, said } from '../../message/failure.ts'
import type { Editor } from '../../ports/editor.ts'
import { visible } from './visible.ts'

interface EditorOptions {
  /** The command that pushes a file instead, word by word. */
  readonly pushCommand: (file: string) => readonly string[]
  /** The editor handles Ctrl-C until this is disposed of. */
  readonly leaveCtrlC: () => Disposable
  /** Reports that a text is kept. */
  readonly report: (kept: EditFact) => Promise<void>
}

const fromFile = 'push a file instead: kubeletcfg push -f FILE'

/**
 * The editor of $KUBE_EDITOR or $EDITOR, or vi. Without a terminal it can only be a program that needs none, such as sed -i,
 * with nothing to confirm. Throws Failure 'usage' otherwise.
 */
export function editorHere({ confirmed }: { readonly confirmed: boolean }): string {
  const chosen = editorOf(process.env)
  const onTerminal = process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY
  if (onTerminal || (confirmed && chosen !== undefined)) return chosen ?? defaultEditor
  throw new Failure<Said>(
    'usage',
    said(
      'NoTerminal',
      'there is no terminal for an editor',
      fromFile,
      'or set KUBE_EDITOR to a program that needs no terminal, such as sed -i, and add --yes',
    ),
  )
}

/** An editor on a temporary file. When it is disposed of, the file is kept if it has a text that is stored nowhere else. */
export class EditorOnFile implements Editor, AsyncDisposable {
  readonly #editor: string
  readonly #options: EditorOptions
  #file = draftName()
  /** The stored text, and the beginning of the remarks above it; undefined while there is no file. */
  #draft: { readonly original: Uint8Array; readonly mark: string } | undefined

  constructor(editor: string, options: EditorOptions) {
    this.#editor = editor
    this.#options = options
  }

  get file(): string {
    return this.#file
  }

  async edit(text: Uint8Array, remarks: readonly Fact[], signal: AbortSignal): Promise<Uint8Array> {
    const { editRemarks } = await import('../../fleet/edit/remarks.ts')
    const mark = markFor(text)
    const above = editRemarks({ mark, remarks }).map(visible)
    await writeDraft(this.#file, withRemarks(text, mark, above))
    this.#draft = { original: this.#draft?.original ?? text, mark }
    using _editorHandlesIt = this.#options.leaveCtrlC()
    await runEditor(this.#editor, this.#file, signal)
    return withoutRemarks(await readDraft(this.#file), mark)
  }

  async discard(): Promise<void> {
    if (this.#draft !== undefined) await removeDraft(this.#file)
    this.#startAnew()
  }

  async keep(): Promise<EditFact> {
    const { pushCommand, report } = this.#options
    const file = this.#file
    await this.#removeRemarks().catch(() => undefined) // On a full disk they stay: they are comments.
    const kept: EditFact = EditKept({ subject: fileSubject(file), command: pushCommand(file) })
    this.#startAnew()
    await report(kept)
    return kept
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#draft === undefined) return
    const { original, mark } = this.#draft
    const saved = withoutRemarks(await readDraft(this.#file), mark)
    const isNew = judgeSaved({ original, refused: undefined }, saved) === 'changed'
    await (isNew ? this.keep() : this.discard())
  }

  async #removeRemarks(): Promise<void> {
    if (this.#draft === undefined) return
    await writeDraft(this.#file, withoutRemarks(await readDraft(this.#file), this.#draft.mark))
  }

  #startAnew(): void {
    this.#file = draftName()
    this.#draft = undefined
  }
}
