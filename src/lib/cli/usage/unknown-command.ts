import type { Failure } from '../../message/failure.ts'
import { didYouMean, nearest } from './nearest.ts'
import { usage } from './usage.ts'

interface Known {
  readonly program: string
  /** The name under which the program was called. */
  readonly bin: string
  readonly commands: readonly string[]
}

/** Failure 'usage' for a first word that is no command, with hints to the command that was meant. */
export function unknownCommand(word: string, { program, bin, commands }: Known): Failure {
  const help = `see ${bin} --help`
  if (word.startsWith('-')) {
    const hint = ['-v', '-V'].includes(word) ? `${program} --version prints the version` : 'flags follow the command'
    return usage('UnknownFlag', `unknown flag ${word}`, hint, help)
  }
  const meant = hintForOtherWord(program, word.toLowerCase())
  const hints = meant.length > 0 ? meant : nearest([word], commands)
  return usage('UnknownCommand', `unknown command '${word}'`, ...hints, help)
}

/** Verbs of kubectl and similar tools, by program and by our verb for the same. */
export const otherWords: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  kubeletcfg: {
    validate: ['lint', 'check', 'verify', 'test', 'kubeconform', 'vet'],
    push: ['apply', 'set', 'put', 'create', 'replace', 'patch', 'upload', 'store', 'sync'],
    get: ['show', 'cat', 'print', 'view', 'export', 'download', 'pull'],
    list: ['ls', 'describe', 'documents'],
    status: ['nodes', 'agents', 'top', 'wait'],
    delete: ['rm', 'remove', 'unset', 'reset'],
    diff: ['compare', 'plan', 'drift'],
    fmt: ['format', 'canonicalize'],
    migrate: ['convert', 'import'],
    explain: ['doc', 'docs', 'fields'],
    source: ['which', 'whence', 'resolve'],
    defaults: ['default', 'fill'],
    'upgrade-check': ['upgrade', 'deprecations', 'pluto'],
    'check-change': ['impact', 'cost', 'risk'],
    rollback: ['undo', 'revert', 'rollout'],
    history: ['revisions', 'log'],
    sandbox: ['simulate', 'simulator', 'cluster', 'demo', 'playground'],
    gates: ['feature-gates', 'featuregates', 'features'],
  },
  nodesize: {
    apply: ['sync', 'replace', 'import', 'load'],
    diff: ['compare', 'plan', 'drift'],
    export: ['dump', 'save', 'backup', 'download'],
    split: ['divide', 'partition'],
    share: ['hosts', 'shares'],
    cancel: ['abort', 'stop', 'unblock', 'kill'],
    set: ['resize', 'scale', 'shrink', 'grow', 'limit', 'edit', 'patch', 'change', 'reserve', 'push'],
    get: ['list', 'ls', 'show', 'describe', 'status', 'nodes', 'free', 'size'],
    top: ['usage', 'utilization', 'capacity', 'df', 'bars'],
    reset: ['restore', 'undo', 'rollback', 'unset', 'clear', 'release', 'max', 'revert'],
    install: ['init', 'deploy', 'setup', 'enable'],
    uninstall: ['remove', 'delete', 'rm', 'disable', 'teardown', 'purge'],
  },
}

/** The hint for a verb of another tool; none for any other word. */
export function hintForOtherWord(program: string, word: string): readonly string[] {
  const verb = Object.entries(otherWords[program] ?? {}).find(([, others]) => others.includes(word))?.[0]
  return verb === undefined ? [] : [didYouMean(verb)]
}
