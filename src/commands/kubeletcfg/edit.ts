import { connectionFlags } from '../../lib/cli/flags/connection-flags.ts'
import { targetFlags, targetsOf } from '../../lib/cli/flags/flags.ts'
import { PushCommand, pushFlags } from '../push-command.ts'

const { 'dry-run': _dryRun, yes: _yes, ...ofText } = pushFlags
/** The flags that a later push of the text needs as well. */
const repeated = { ...targetFlags, ...ofText, ...connectionFlags }

export default class Edit extends PushCommand {
  static override summary = 'Edit a stored kubelet configuration in your editor, and push it.'
  static override description = [
    'Opens the document in the editor that KUBE_EDITOR or EDITOR names, or in vi, and pushes what you save, as push does.',
    'A document that a kubelet would refuse is opened again, with the findings as comments at the top.',
    'Nothing is pushed if you save it unchanged or empty, or if the editor fails.',
    'A text that was not pushed is kept in a temporary file, and its name is printed.',
    'See docs/documents.md.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> edit --global',
    { description: 'In another editor:', command: "KUBE_EDITOR='code --wait' <%= config.bin %> edit --node node-a" },
    {
      description: 'From a script:',
      command: "KUBE_EDITOR='sed -i s/110/90/' <%= config.bin %> edit --global --yes --message 'fewer pods'",
    },
  ]
  static override flags = { ...targetFlags, ...pushFlags }

  override async run(): Promise<void> {
    const { flags, raw } = await this.parse(Edit)
    const { message, 'skip-validation': skipValidation, 'accept-risk': acceptedRisks = [] } = flags
    const [target] = targetsOf(flags)
    const { EditorOnFile, editorHere } = await import('../../lib/cli/terminal/editor.ts')
    const editing = editorHere({ confirmed: flags.yes || flags['dry-run'] !== 'none' })
    const cluster = await this.connect(flags)
    const { planEdit } = await import('../../lib/fleet/edit/edit.ts')
    await using editor = new EditorOnFile(editing, {
      pushCommand: (file) => [...this.config.bin.split(' '), 'push', '-f', file, ...wordsOf(raw)],
      leaveCtrlC: () => this.leaveCtrlC(),
      report: (kept) => this.sayFacts(flags, { warnings: [kept] }),
    })
    const forceConflicts = flags['force-conflicts']
    const request = { target, message, skipValidation, acceptedRisks, forceConflicts }
    const edited = await planEdit({ cluster, editor, progress: this.progress(flags) }, request, this.limits)
    if ('cancelled' in edited) await this.sayFacts(flags, { notes: [edited.cancelled], warnings: [] })
    const isStored =
      'cancelled' in edited || (await this.push(cluster, { ...flags, output: 'text' }, async () => edited.plan))
    if (isStored) await editor.discard()
  }
}

/** A flag or an argument as it was typed. */
type Token = { readonly type: 'flag'; readonly flag: string; readonly input: string } | { readonly type: 'arg' }

function wordsOf(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token) => {
    if (token.type !== 'flag') return []
    const flag = repeated[token.flag as keyof typeof repeated]
    return flag === undefined ? [] : [flag.type === 'boolean' ? `--${token.flag}` : `--${token.flag}=${token.input}`]
  })
}
