/** What a file of this name runs: the program, and the words before those that were typed. */
export interface Called {
  readonly program: 'kubeletcfg' | 'nodesize'
  /** The name that decided. */
  readonly name: string
  readonly words: readonly string[]
}

const typedByKubectl = ['__complete', '--']

const programs: readonly Called[] = [
  { name: 'kubeletcfg', program: 'kubeletcfg', words: [] },
  { name: 'nodesize', program: 'nodesize', words: [] },
  { name: 'kubectl-kubeletcfg', program: 'kubeletcfg', words: [] },
  { name: 'kubectl-nodesize', program: 'nodesize', words: [] },
  { name: 'kubectl_complete-kubeletcfg', program: 'kubeletcfg', words: typedByKubectl },
  { name: 'kubectl_complete-nodesize', program: 'nodesize', words: typedByKubectl },
]

/** The names that the executable is installed by: the file itself, then the links to it. */
export const names = programs.map(({ name }) => name)

/**
 * A name can have more behind it, such as `nodesize-0.1.0` or `nodesize.old`. Any other name runs kubeletcfg, which says so
 * in its help and messages.
 */
export function calledBy(path: string): Called {
  const file = path.slice(path.lastIndexOf('/') + 1)
  return programs.find(({ name }) => file.startsWith(name) && !/^\w/.test(file.slice(name.length))) ?? programs[0]!
}
