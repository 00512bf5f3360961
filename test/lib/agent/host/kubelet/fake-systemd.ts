import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { kubeletServiceOver } from '../../../../../src/lib/agent/host/kubelet/kubelet-service.ts'
import { nodeAccess } from '../../../../../src/lib/agent/host/kubelet/node-access.ts'
import type { ServiceSide } from '../../ports/kubelet-service.contract.ts'

/** Runs as the kubelet. */
const kubelet = `#!/bin/sh
[ "$1" != --version ] || { echo 'kubelet --version' >>"$DIR/orders"; echo 'Kubernetes v1.36.3'; exit; }
[ ! -e "$DIR/broken" ] || exit 1
while :; do sleep 0.1; done
`

/** What kubelet-service.ts needs of systemctl and systemd-run, with processes that are real, and the start limit. */
const systemctl = `#!/bin/sh
cd "$DIR"
echo "$*" >>orders
verb=$1
[ ! -e hang ] || [ "$verb" = show ] || sleep 60
stop() { [ ! -e pid ] || { kill -9 "$(cat pid)" 2>/dev/null; rm -f pid; }; }
start() {
  echo . >>starts
  [ "$(wc -l <starts)" -le 5 ] || { stop; echo "Job for $1 failed: start attempted too often" >&2; exit 1; }
  ./kubelet --config=/etc/kubelet.yaml </dev/null >/dev/null 2>&1 &
  echo $! >pid
  read -r uptime _ </proc/uptime
  echo "\${uptime%.*}\${uptime#*.}0000" >started
}
case $verb in
  show)
    pid=$(cat pid 2>/dev/null) && kill -0 "$pid" 2>/dev/null || pid=0
    [ "$pid" = 0 ] && state=inactive sub=dead || state=active sub=running
    echo "NeedDaemonReload=$([ -e changed ] && echo yes || echo no)"
    echo "MainPID=$pid"
    echo "ExecMainStartTimestampMonotonic=$(cat started)"
    echo "ExecStart={ path=$DIR/kubelet ; argv[]=$DIR/kubelet --config=/etc/kubelet.yaml ; ignore_errors=no }"
    echo "Id=kubelet.service"
    echo "ActiveState=$state"
    echo "TimeoutStopUSec=$(cat stop-timeout 2>/dev/null || echo infinity)"
    echo "SubState=$sub" ;;
  daemon-reload) rm -f changed ;;
  reset-failed)
    [ -e pid ] || { echo "Failed to reset failed state of unit $3: Unit $3 not loaded." >&2; exit 1; }
    : >starts ;;
  stop) [ "$3" != kubelet.service ] || stop ;;
  start) [ -e pid ] && kill -0 "$(cat pid)" 2>/dev/null || start "$3" ;;
  restart) stop; start "$3" ;;
esac
`

/** Of logind. */
const busctl = `#!/bin/sh
[ -e "$DIR/shuts-down" ] && echo 'b true' || echo 'b false'
`

export interface FakeSystemd extends ServiceSide, AsyncDisposable {
  /** The orders so far, as systemctl and systemd-run got them, and each `kubelet --version`. */
  orders(): Promise<readonly string[]>
  /** Puts a program of another version in the place of the kubelet's, as a package manager does. */
  upgrade(version: string): Promise<void>
  /** As systemd prints it; infinity by default. */
  setStopTimeout(text: string): Promise<void>
  /** The machine does, or that is called off. */
  setShuttingDown(shutsDown: boolean): Promise<void>
  /** Orders do not return, or do so again. */
  setHanging(hanging: boolean): Promise<void>
}

/** Programs in a folder of their own, which the prefix of a node puts first in PATH. */
export async function fakeSystemd(): Promise<FakeSystemd> {
  const folder = await mkdtemp(join(tmpdir(), 'fake-systemd-'))
  const path = (name: string): string => join(folder, name)
  const programs = { kubelet, systemctl, busctl, 'systemd-run': '#!/bin/sh\necho "systemd-run $*" >>"$DIR/orders"\n' }
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(path(name), text)
    await chmod(path(name), 0o755)
  }
  const node = nodeAccess(['env', `DIR=${folder}`, `PATH=${folder}:${process.env['PATH']}`])
  const order = (...words: string[]) => node.run(['systemctl', ...words], { signal: new AbortController().signal })
  const flag = (name: string, on: boolean) => (on ? writeFile(path(name), '') : rm(path(name), { force: true }))
  await order('start', '--', 'kubelet.service')
  return {
    service: kubeletServiceOver(node, 'kubelet.service'),
    setBroken: (broken) => flag('broken', broken),
    setHanging: (hanging) => flag('hang', hanging),
    setShuttingDown: (shutsDown) => flag('shuts-down', shutsDown),
    setStopTimeout: (text) => writeFile(path('stop-timeout'), text),
    stop: async () => void (await order('stop', '--', 'kubelet.service')),
    async upgrade(version) {
      await writeFile(path('new'), kubelet.replace('v1.36.3', version), { mode: 0o755 })
      await rename(path('new'), path('kubelet'))
    },
    changeUnit: () => flag('changed', true),
    needsReload: async () => (await order('show')).stdout.includes('NeedDaemonReload=yes'),
    orders: async () => (await readFile(path('orders'), 'utf8')).trim().split('\n'),
    async [Symbol.asyncDispose]() {
      await flag('hang', false)
      await order('stop', '--', 'kubelet.service')
      await sleep(50)
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    },
  }
}
