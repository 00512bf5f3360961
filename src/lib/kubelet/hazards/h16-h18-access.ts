import { unless } from '../rules/rule.ts'
import { type Hazard, problemAt } from './hazard.ts'

const [anonymous, mode, readOnlyPort] = [
  'authentication.anonymous.enabled',
  'authorization.mode',
  'readOnlyPort',
] as const
const always = 'AlwaysAllow'

/** Who may ask the kubelet. The defaults of a file are safe; those of flags are not. */
export const accessHazards: readonly Hazard[] = [
  {
    id: 'H16',
    severity: 'warning',
    fields: [anonymous, mode],
    meaning: 'authentication.anonymous.enabled should be false (CIS 4.2.1).',
    harm: 'Requests without credentials are answered as system:anonymous, and with AlwaysAllow they may do everything.',
    remedy: 'set it to false, which is the default; /healthz is also on healthzPort, without credentials',
    source: 'cmd/kubelet/app/auth.go, BuildAuthn',
    check: (config) =>
      unless(!config.bool(anonymous), () =>
        problemAt(
          config,
          anonymous,
          config.text(mode) === always
            ? `with authorization.mode ${always}, everyone who reaches the port can run commands in all pods`
            : 'true answers requests without credentials, as system:anonymous',
        ),
      ),
  },
  {
    id: 'H17',
    severity: 'warning',
    fields: [mode, anonymous],
    meaning: 'authorization.mode should be Webhook (CIS 4.2.2).',
    harm: 'Everyone who can authenticate, such as each ServiceAccount, can run commands in all pods and read their logs.',
    remedy: 'use Webhook, which is the default; the API server then decides',
    source: 'cmd/kubelet/app/auth.go, BuildAuthz',
    check: (config) =>
      unless(config.text(mode) !== always, () =>
        problemAt(config, mode, `${always} lets every authenticated user run commands in all pods`),
      ),
  },
  {
    id: 'H18',
    severity: 'warning',
    fields: [readOnlyPort],
    meaning: 'readOnlyPort should be 0 (CIS 4.2.4).',
    harm: 'Everyone who reaches the port, such as each pod, can read the specs and the usage of all pods without credentials.',
    remedy: 'set it to 0, which is the default, and read metrics from port 10250',
    source: 'pkg/kubelet/server/server.go, ListenAndServeKubeletReadOnlyServer',
    check: (config) =>
      unless(config.int(readOnlyPort) <= 0n, () =>
        problemAt(config, readOnlyPort, `${config.int(readOnlyPort)} shows all pods to everyone who reaches the port`),
      ),
  },
]
