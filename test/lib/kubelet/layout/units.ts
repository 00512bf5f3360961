import type { UnitSeen } from '../../../../src/lib/kubelet/layout/setup.ts'
import { readProperties } from '../../../../src/lib/kubelet/layout/unit-properties.ts'

/** As systemd 252 prints them: in an order of its own, with a line for each environment file. */
export const shown = `Type=simple
Restart=always
NRestarts=0
ExecMainStartTimestampMonotonic=81214000
ExecMainCode=0
ExecMainStatus=0
MainPID=812
ExecStart={ path=/usr/bin/kubelet ; argv[]=/usr/bin/kubelet $KUBELET_KUBECONFIG_ARGS $KUBELET_CONFIG_ARGS $KUBELET_KUBEADM_ARGS $KUBELET_EXTRA_ARGS ; ignore_errors=no ; start_time=[Sun 2026-11-22 20:00:00 UTC] ; stop_time=[n/a] ; pid=812 ; code=(null) ; status=0/0 }
EnvironmentFiles=/var/lib/kubelet/kubeadm-flags.env (ignore_errors=yes)
EnvironmentFiles=/etc/default/kubelet (ignore_errors=yes)
Id=kubelet.service
LoadState=loaded
ActiveState=active
SubState=running
Result=success
FragmentPath=/usr/lib/systemd/system/kubelet.service
DropInPaths=/usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf /etc/systemd/system/kubelet.service.d/20-cgroup.conf
NeedDaemonReload=no
StartLimitIntervalUSec=0
StartLimitBurst=5
`

const baseUnit =
  '[Unit]\nDescription=kubelet\n[Service]\nExecStart=/usr/bin/kubelet\nRestart=always\nStartLimitInterval=0\n'
const kubeadmDropIn = `[Service]
Environment="KUBELET_KUBECONFIG_ARGS=--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf --kubeconfig=/etc/kubernetes/kubelet.conf"
Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml"
EnvironmentFile=-/var/lib/kubelet/kubeadm-flags.env
EnvironmentFile=-/etc/default/kubelet
ExecStart=
ExecStart=/usr/bin/kubelet $KUBELET_KUBECONFIG_ARGS $KUBELET_CONFIG_ARGS $KUBELET_KUBEADM_ARGS $KUBELET_EXTRA_ARGS
`

export const kubeadmFiles = [
  { file: '/usr/lib/systemd/system/kubelet.service', text: baseUnit },
  { file: '/usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf', text: kubeadmDropIn },
  {
    file: '/var/lib/kubelet/kubeadm-flags.env',
    text: 'KUBELET_KUBEADM_ARGS="--max-pods=50 --hostname-override=node-a"\n',
  },
]

export const kubeadmArgv = [
  '/usr/bin/kubelet',
  '--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf',
  '--kubeconfig=/etc/kubernetes/kubelet.conf',
  '--config=/var/lib/kubelet/config.yaml',
  '--max-pods=50',
  '--hostname-override=node-a',
]

export const kubeadm: UnitSeen = {
  properties: readProperties(shown),
  files: kubeadmFiles,
  argv: kubeadmArgv,
  system: 'debian',
}

/** A kubelet whose unit has its flags, with some properties that differ. */
export const plain = (flags: string, properties = ''): UnitSeen => ({
  properties: readProperties(`${properties}\n${shown}`),
  files: [
    { file: '/usr/lib/systemd/system/kubelet.service', text: `[Service]\nExecStart=/usr/bin/kubelet ${flags}\n` },
  ],
  argv: undefined,
  system: 'ubuntu',
})
