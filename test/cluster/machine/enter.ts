import { dirname } from 'node:path'

const namespaces = ['--mount', '--pid', '--uts', '--net', '--ipc', '--cgroup', '--time']
const path = [dirname(process.execPath), '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(':')

/** The command, run inside the node whose systemd has this PID on the host, in a clean environment. */
export function insideNode(systemd: number, command: readonly string[]): [string, ...string[]] {
  const target = `--target=${systemd}`
  return ['nsenter', target, ...namespaces, '--wd=/', '--', 'env', '-i', `PATH=${path}`, 'HOME=/root', ...command]
}
