import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import packageJson from '../../package.json' with { type: 'json' }
import { type ShellName, startupOf } from './shell.ts'

const root = join(import.meta.dirname, '..', '..')
const bin = mkdtempSync(join(tmpdir(), 'bin-'))
for (const [name, file] of Object.entries(packageJson.bin)) symlinkSync(join(root, file), join(bin, name))

/** The built commands first. */
export const PATH = [bin, dirname(process.execPath), process.env['PATH']].join(':')

/** The script of nodesize is a file that the shell finds, where it finds any. */
const savedScripts: Readonly<Record<ShellName, string>> = {
  bash: 'nodesize.bash',
  'bash with bash-completion': '.local/share/bash-completion/completions/nodesize',
  zsh: 'functions/_nodesize',
  fish: '.config/fish/completions/nodesize.fish',
}

/** In the start-up file: that of kubeletcfg, as its help says. */
export const loading: Readonly<Record<ShellName, string>> = {
  bash: 'source <(kubeletcfg completion bash); source nodesize.bash',
  'bash with bash-completion': 'source <(kubeletcfg completion bash)',
  zsh: 'source <(kubeletcfg completion zsh)',
  fish: 'kubeletcfg completion fish | source',
}

/** A home for a shell, with both scripts, a file with a space in its name, and a kubeconfig with contexts for this server. */
export function homeFor(shell: ShellName, server: string): string {
  const home = mkdtempSync(join(tmpdir(), 'home-'))
  const contexts = ['admin@here', 'arn:aws:eks:1:cluster/a', 'my cluster']
  const config = {
    'current-context': contexts[0],
    clusters: [{ name: 'here', cluster: { server } }],
    contexts: contexts.map((name) => ({ name, context: { cluster: 'here' } })),
  }
  writeFileSync(join(home, 'config'), JSON.stringify(config))
  writeFileSync(join(home, 'a b.yaml'), '')
  const saved = join(home, savedScripts[shell])
  for (const file of [saved, join(home, startupOf(shell))]) mkdirSync(dirname(file), { recursive: true })
  writeFileSync(saved, execFileSync('nodesize', ['completion', shell.split(' ')[0]!], { env: { PATH } }))
  return home
}
