import { didYouMean } from './nearest.ts'

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
