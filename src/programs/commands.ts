import type { Bin } from '../lib/cli/shell/bins.ts'
import type { CommandTable } from '../lib/cli/shell/command-table.ts'

/** The commands of both programs, by the name that is typed. The module of a command is loaded when it is needed. */
export const commands: Readonly<Record<Bin, CommandTable>> = {
  kubeletcfg: {
    'agent manifests': () => import('../commands/kubeletcfg/agent/manifests.ts'),
    'agent opt-in': () => import('../commands/kubeletcfg/agent/opt-in.ts'),
    'agent opt-out': () => import('../commands/kubeletcfg/agent/opt-out.ts'),
    'bad forget': () => import('../commands/kubeletcfg/bad/forget.ts'),
    'bad list': () => import('../commands/kubeletcfg/bad/list.ts'),
    'check-change': () => import('../commands/kubeletcfg/check-change.ts'),
    completion: () => import('../commands/kubeletcfg/completion.ts'),
    defaults: () => import('../commands/kubeletcfg/defaults.ts'),
    delete: () => import('../commands/kubeletcfg/delete.ts'),
    diff: () => import('../commands/kubeletcfg/diff.ts'),
    edit: () => import('../commands/kubeletcfg/edit.ts'),
    explain: () => import('../commands/kubeletcfg/explain.ts'),
    fmt: () => import('../commands/kubeletcfg/fmt.ts'),
    gates: () => import('../commands/kubeletcfg/gates.ts'),
    get: () => import('../commands/kubeletcfg/get.ts'),
    init: () => import('../commands/kubeletcfg/init.ts'),
    list: () => import('../commands/kubeletcfg/list.ts'),
    migrate: () => import('../commands/kubeletcfg/migrate.ts'),
    'opt-in': () => import('../commands/kubeletcfg/opt-in.ts'),
    'opt-out': () => import('../commands/kubeletcfg/opt-out.ts'),
    push: () => import('../commands/kubeletcfg/push.ts'),
    sandbox: () => import('../commands/kubeletcfg/sandbox.ts'),
    schema: () => import('../commands/kubeletcfg/schema.ts'),
    source: () => import('../commands/kubeletcfg/source.ts'),
    status: () => import('../commands/kubeletcfg/status.ts'),
    'upgrade-check': () => import('../commands/kubeletcfg/upgrade-check.ts'),
    validate: () => import('../commands/kubeletcfg/validate.ts'),
  },
  nodesize: {
    completion: () => import('../commands/nodesize/completion.ts'),
    get: () => import('../commands/nodesize/get.ts'),
    install: () => import('../commands/nodesize/install.ts'),
    reset: () => import('../commands/nodesize/reset.ts'),
    set: () => import('../commands/nodesize/set.ts'),
    uninstall: () => import('../commands/nodesize/uninstall.ts'),
  },
}
