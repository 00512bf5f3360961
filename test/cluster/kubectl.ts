import { outputOf } from './host/output-of.ts'

export interface KubectlOptions {
  /** Path of a kubeconfig; $KUBECONFIG, the administrator's, unless told. */
  readonly kubeconfig?: string
  readonly input?: string
}

/** Runs the kubectl that matches the cluster; its stdout. A Failure that quotes stderr when it fails. */
export async function kubectl(args: readonly string[], options: KubectlOptions = {}): Promise<string> {
  const { kubeconfig, input = '' } = options
  return outputOf('kubectl', args, { input, env: kubeconfig === undefined ? {} : { KUBECONFIG: kubeconfig } })
}

/** The same with `--output=json`, parsed. The caller says what it expects. */
export async function kubectlJson<Result>(args: readonly string[], options: KubectlOptions = {}): Promise<Result> {
  return JSON.parse(await kubectl([...args, '--output=json'], options)) as Result
}

/** `kubectl apply` of any objects, in one call. */
export async function applyObjects(objects: readonly object[], options: KubectlOptions = {}): Promise<string> {
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects })
  return kubectl(['apply', '--filename=-'], { ...options, input })
}
