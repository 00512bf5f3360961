import { createServer } from 'node:net'
import { expect, test } from '@jest/globals'
import { runBin } from '../support/run-bin.ts'

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts a reconciler beside a cluster, waits until it is ready, prints its metrics, and ends it. */
const script = `
set -eu
nodesize install --image pause --all-nodes --wait --quiet >/dev/null
nodesize set node-a --cpu 2 --quiet
nodesize reconcile --metrics-address 127.0.0.1:$PORT --log-format json $FLAGS &
pid=$!
node -e '
  const get = (path) => fetch("http://127.0.0.1:" + process.env.PORT + path)
  const until = async (path, isSo) => {
    for (let tries = 0; tries < 200; tries++) {
      const text = await get(path).then((answer) => (answer.ok ? answer.text() : ""), () => "")
      if (isSo(text)) return text
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error("never: " + path)
  }
  const main = async () => {
    await until("/readyz", (text) => text === "ok\\n")
    await until("/healthz", (text) => text === "ok\\n")
    const metrics = await until("/metrics", (text) => text.includes("DesiredSizeReached"))
    console.log(metrics.split("\\n").filter((line) => /^nodesize_reconciler_(leader|nodes|passes)/.test(line)).join("\\n"))
  }
  main()
'
kill -$SIGNAL $pid
wait $pid
echo ended
`

test.each([
  ['elected', '', 'TERM', ['LeaseAcquired', 'ReconcilerFollows', 'LeaseReleased']],
  ['alone', '--no-leader-elect', 'HUP', ['ReconcilerFollows']],
  ['interrupted', '--no-leader-elect', 'INT', ['ReconcilerFollows']],
])(
  'a reconciler that is %s serves its pages, and ends in order with 0',
  async (_, flags, signal, reasons) => {
    const env = { PORT: String(await freePort()), FLAGS: flags, SIGNAL: signal }
    const ran = await runBin(['kubeletcfg', 'sandbox', '--', 'sh', '-c', script], { env })
    expect(ran.exit).toBe(0)
    expect(ran.stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'nodesize_reconciler_leader 1',
        'nodesize_reconciler_nodes{reason="DesiredSizeReached"} 1',
        'nodesize_reconciler_passes_total 1',
        'ended',
      ]),
    )
    const log = ran.stderr.split('\n').filter((line) => line.startsWith('{'))
    expect(log.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual(reasons)
  },
  60_000,
)
