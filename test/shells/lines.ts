import type { ShellName } from './shell.ts'

interface Line {
  /** Ctrl-B goes back a letter. */
  readonly typed: string
  readonly completed: string
  /** Where a shell writes the same in another way. */
  readonly but?: Readonly<Partial<Record<ShellName, string>>>
}

const back = (letters: number): string => '\x02'.repeat(letters)

/** What a tab makes of a line. The cluster has the nodes node-x1, other-a and other-b. */
export const lines: readonly Line[] = [
  { typed: 'kubeletcfg val', completed: 'kubeletcfg validate ' },
  { typed: 'kubeletcfg frobnicate --', completed: 'kubeletcfg frobnicate --' },
  { typed: 'kubeletcfg get --glo', completed: 'kubeletcfg get --global ' },
  { typed: 'kubeletcfg -q get --glo', completed: 'kubeletcfg -q get --global ' },
  {
    typed: `kubeletcfg get --glo -q${back(3)}`,
    completed: 'kubeletcfg get --global -q',
    but: { zsh: 'kubeletcfg get --global  -q' },
  },
  { typed: 'kubeletcfg push --dry-run s', completed: 'kubeletcfg push --dry-run server ' },
  { typed: 'kubeletcfg push --dry-run=s', completed: 'kubeletcfg push --dry-run=server ' },
  {
    typed: "kubeletcfg push --dry-run 's",
    completed: "kubeletcfg push --dry-run 'server' ",
  },
  {
    typed: 'kubeletcfg push --dry-run="s',
    completed: 'kubeletcfg push --dry-run="server" ',
    but: { zsh: 'kubeletcfg push --dry-run=server ' },
  },
  { typed: 'kubeletcfg push --accept-risk drain,reb', completed: 'kubeletcfg push --accept-risk drain,reboot ' },
  { typed: 'kubeletcfg source -n other --no-h', completed: 'kubeletcfg source -n other --no-headers ' },
  { typed: 'kubeletcfg source -ojs', completed: 'kubeletcfg source -ojson' },
  { typed: 'kubeletcfg sandbox --fault late', completed: 'kubeletcfg sandbox --fault late-pod=' },
  { typed: 'kubeletcfg explain authentication.w', completed: 'kubeletcfg explain authentication.webhook' },
  { typed: 'kubeletcfg explain --kubernetes-version=1.2', completed: 'kubeletcfg explain --kubernetes-version=1.2' },
  {
    typed: 'kubeletcfg validate --kubernetes-version 1.36,cl',
    completed: 'kubeletcfg validate --kubernetes-version 1.36,cluster ',
  },
  { typed: 'nodesize set node-', completed: 'nodesize set node-x1 ' },
  { typed: 'nodesize set oth', completed: 'nodesize set other-' },
  { typed: 'nodesize set node/node-', completed: 'nodesize set node/node-x1 ' },
  { typed: 'kubeletcfg get --node=node-', completed: 'kubeletcfg get --node=node-x1 ' },
  { typed: 'kubeletcfg get --context admin@', completed: 'kubeletcfg get --context admin@here ' },
  { typed: 'kubeletcfg get --context=admin@', completed: 'kubeletcfg get --context=admin@here ' },
  { typed: 'kubeletcfg get --context arn:a', completed: 'kubeletcfg get --context arn:aws:eks:1:cluster/a ' },
  { typed: 'kubeletcfg get --context=arn:aws:e', completed: 'kubeletcfg get --context=arn:aws:eks:1:cluster/a ' },
  { typed: 'kubeletcfg get --context my', completed: 'kubeletcfg get --context my\\ cluster ' },
  { typed: 'kubeletcfg get --context "my c', completed: 'kubeletcfg get --context "my cluster" ' },
  { typed: 'kubeletcfg get --context my\\ c', completed: 'kubeletcfg get --context my\\ cluster ' },
  {
    typed: 'kubeletcfg get --kubeconfig ~/config --cluster h',
    completed: 'kubeletcfg get --kubeconfig ~/config --cluster here ',
  },
  {
    typed: 'kubeletcfg get --kubeconfig $HOME/config --cluster h',
    completed: 'kubeletcfg get --kubeconfig $HOME/config --cluster here ',
  },
  { typed: 'kubeletcfg validate a', completed: 'kubeletcfg validate a\\ b.yaml ' },
  { typed: 'kubeletcfg push --filename a', completed: 'kubeletcfg push --filename a\\ b.yaml ' },
  { typed: 'kubeletcfg push --filename=a', completed: 'kubeletcfg push --filename=a\\ b.yaml ' },
  { typed: 'kubeletcfg push -f "a', completed: 'kubeletcfg push -f "a b.yaml" ' },
  { typed: 'kubeletcfg source "$(touch run)" --no-h', completed: 'kubeletcfg source "$(touch run)" --no-headers ' },
]
