/** What a value is, and so where its candidates come from. */
export type ValueKind =
  /** A path: the shell completes it. */
  | 'file'
  /** Free text, which cannot be completed. */
  | 'text'
  | 'release'
  /** A list of releases, ranges included. */
  | 'releases'
  /** A path of a field, a feature gate or a rule. */
  | 'field'
  | 'gate'
  /** The id of a rule whose findings are warnings. */
  | 'warning rule'
  | 'fault'
  | 'size'
  /** What --fail-if of nodesize takes, and a path of its --sort-by. */
  | 'threshold'
  | 'size path'
  | 'top path'
  /** Of the output: plain ones, and those with a template behind `=`. */
  | 'format'
  | 'node'
  | 'namespace'
  | 'context'
  | 'cluster'
  | 'user'

/**
 * The kind of every flag with a value and of every argument, by name, and by command and name where a command means
 * something else. Those with `options` need no entry: the options are their values.
 */
export const kinds: Readonly<Record<string, ValueKind>> = {
  'agent-kubeconfig': 'file',
  'agent-trial': 'text',
  'allow-unsafe': 'text',
  as: 'text',
  'as-group': 'text',
  'autoscale exec cpu': 'text',
  'autoscale exec memory': 'text',
  base: 'file',
  'bin-dir': 'file',
  cluster: 'cluster',
  command: 'file',
  config: 'file',
  'config-dir': 'file',
  context: 'context',
  cpu: 'size',
  'crash-threshold': 'text',
  digest: 'text',
  exclude: 'file',
  'fail-if': 'threshold',
  fault: 'fault',
  file: 'file',
  filename: 'file',
  flags: 'text',
  from: 'release',
  'gates name': 'gate',
  'get sort-by': 'size path',
  'health-deadline': 'text',
  'host-cpu': 'text',
  'host-memory': 'text',
  'host-of': 'node',
  hook: 'file',
  'hook-timeout': 'text',
  ignore: 'warning rule',
  image: 'text',
  'probe-image': 'text',
  jitter: 'text',
  kubeconfig: 'file',
  'kubernetes-version': 'release',
  'label-columns': 'text',
  load: 'file',
  'max-failures': 'text',
  memory: 'size',
  message: 'text',
  'metrics-address': 'text',
  'webhook-address': 'text',
  'health-address': 'text',
  'reconciler-namespace': 'namespace',
  'monitoring-namespace': 'namespace',
  'leader-elect-resource-namespace': 'namespace',
  'monitor-labels': 'text',
  'node-selector': 'text',
  replicas: 'text',
  namespace: 'namespace',
  new: 'file',
  node: 'node',
  'node-cpu': 'text',
  'node-memory': 'text',
  'node-name': 'node',
  nodes: 'text',
  old: 'file',
  output: 'format',
  path: 'field',
  'request-timeout': 'text',
  'restarts-per-hour': 'text',
  'history diff': 'text',
  'rollback to': 'text',
  root: 'file',
  selector: 'text',
  server: 'text',
  since: 'release',
  'sort-by': 'text',
  'state-folder': 'file',
  timeout: 'text',
  to: 'release',
  'top sort-by': 'top path',
  trial: 'text',
  user: 'user',
  'validate kubernetes-version': 'releases',
  weights: 'text',
  without: 'text',
  writer: 'text',
  'writer-group': 'text',
}

/** undefined: a flag or an argument that the table lacks. */
export const kindOf = (command: string, name: string): ValueKind | undefined =>
  kinds[`${command} ${name}`] ?? kinds[name]
