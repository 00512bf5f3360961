import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, mkdtempDisposable, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { type Handler, startApiServer } from '../support/api-server.ts'
import { afterPlan, attemptAlone, expectFailure } from './attempt.ts'
import { floor, grants, NodeA, podPath, resizeRoute, silent, valuesOf } from './node-a.ts'
import { resizesTo, serving } from './routes.ts'
import { endOf, startBin } from './start-bin.ts'
import { configMaps, emptyCluster, maxPods } from './stored-document.ts'

const resize = `PATCH ${podPath}/resize`
const shrink = 'nodesize set node-a --cpu 2'

/** A process that is interrupted, once, as soon as `now` is called. */
function interrupted(signal: NodeJS.Signals) {
  let target: number | undefined
  return {
    onStart: (pid: number): void => {
      target = pid
    },
    now: (): undefined => {
      if (target !== undefined) process.kill(target, signal)
      target = undefined
    },
  }
}

/** Opens a named pipe as soon as somebody reads it. */
async function writerOf(path: string): Promise<FileHandle> {
  const opened = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined)
  if (opened !== undefined) return opened
  await setTimeout(20)
  return writerOf(path)
}

/** The same as the floor, in words that a late patch does not expect. */
const respelt = { ...floor, memory: '16777216' }

describe('Ctrl-C', () => {
  test.concurrent.each<[string, (now: () => undefined) => Handler]>([
    ['an answer that does not come', (now) => () => now()],
    ['the rest of an answer', (now) => (_request, response) => void response.writeHead(200).write('{', now)],
    [
      'a server that asks for patience',
      (now) => (_request, response) => {
        response.on('finish', () => setImmediate(now))
        return { status: 429, headers: { 'retry-after': '5' } }
      },
    ],
  ])('ends the waiting for %s, which has no limit of its own', async (_name, handler) => {
    const { onStart, now } = interrupted('SIGINT')
    await using server = await startApiServer(handler(now))
    const env = { KUBECONFIG: await server.kubeconfig() }
    const ran = await attemptAlone('kubeletcfg list --request-timeout=0', { env, onStart })
    expectFailure(ran, { exit: 130, says: 'error: interrupted' })
  })

  test.concurrent('ends the waiting for a credential plugin', async () => {
    await using server = await startApiServer(serving(emptyCluster))
    const args = ['-c', 'kill -INT $PPID; exec sleep 60']
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never', command: 'sh', args }
    const ran = await attemptAlone('kubeletcfg list', { env: { KUBECONFIG: await server.kubeconfig({ exec }) } })
    expectFailure(ran, { exit: 130, says: 'error: interrupted' })
  })

  test.concurrent('ends the waiting for the rest of stdin', async () => {
    const started = startBin('kubeletcfg validate -')
    started.stdin.on('error', () => undefined)
    // A pipe holds less: it is written when it is being read.
    started.stdin.write(Buffer.alloc(256 * 1024, '#'), () => started.kill('SIGINT'))
    expect(await endOf(started)).toEqual({ exit: 130, stderr: 'error: interrupted\n' })
  })

  test.concurrent('ends the waiting for the other end of a named pipe', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'bad-input-'))
    const path = join(folder.path, 'pipe')
    await promisify(execFile)('mkfifo', [path])
    const started = startBin(`kubeletcfg validate ${path}`)
    const writer = await writerOf(path)
    started.kill('SIGINT')
    expect(await endOf(started)).toEqual({ exit: 130, stderr: 'error: interrupted\n' })
    await writer.close()
  })

  test.concurrent('ends the waiting for a document to be stored', async () => {
    const { onStart, now } = interrupted('SIGINT')
    await using server = await startApiServer(serving({ ...emptyCluster, [`POST ${configMaps}`]: () => now() }))
    const env = { KUBECONFIG: await server.kubeconfig() }
    const ran = await attemptAlone('kubeletcfg push -f - --global --yes', { env, onStart, input: maxPods(10) })
    expectFailure(afterPlan(ran), {
      exit: 130,
      says: 'error: configmap/global-kubelet-configuration had not been written when it was checked, but may still be: interrupted',
    })
  })

  test.concurrent.each([
    [
      'had not arrived',
      silent,
      false,
      "error: node 'node-a': interrupted; the resize did not arrive, and no longer can",
      respelt,
    ],
    ['had arrived', grants, true, "error: node 'node-a': interrupted; the resize arrived, and was reverted", floor],
  ])('looks after a resize without an answer, which %s', async (_name, kubelet, arrives, says, left) => {
    const { onStart, now } = interrupted('SIGINT')
    const node = new NodeA()
    node.kubelet = kubelet
    const handler: Handler = (request) => {
      if (request.query['dryRun'] === 'All' || resizesTo(server).length > 1) return node.resize(request)
      if (arrives) node.resize(request)
      return now()
    }
    await using server = await startApiServer(serving({ ...node.routes, [resizeRoute]: handler }))
    const ran = await attemptAlone(shrink, { env: { KUBECONFIG: await server.kubeconfig() }, onStart })
    expectFailure(ran, { exit: 130, says })
    expect(node.asked).toEqual(left)
    expect(resizesTo(server)).toEqual([resize, resize])
  })

  test.concurrent('takes a smaller size back while the kubelet is silent', async () => {
    const { onStart, now } = interrupted('SIGINT')
    const node = new NodeA()
    node.kubelet = silent
    node.afterResize = now
    await using server = await startApiServer(serving(node.routes))
    const ran = await attemptAlone(shrink, { env: { KUBECONFIG: await server.kubeconfig() }, onStart })
    expectFailure(ran, {
      exit: 130,
      says: "error: node 'node-a': interrupted before the kubelet confirmed the resize; the resize was reverted",
    })
    const resizes = server.received.filter(
      ({ path, query }) => path.endsWith('/resize') && query['dryRun'] === undefined,
    )
    expect(resizes.map(({ body }) => valuesOf(body, 'replace'))).toEqual([{ cpu: '2', memory: '16Mi' }, floor])
  })

  test.concurrent('leaves a larger size asked for: it can only be late', async () => {
    const { onStart, now } = interrupted('SIGINT')
    const node = new NodeA()
    node.asked = node.granted = { cpu: '2', memory: '16Mi' }
    node.kubelet = silent
    node.afterResize = now
    await using server = await startApiServer(serving(node.routes))
    const ran = await attemptAlone('nodesize reset node-a', { env: { KUBECONFIG: await server.kubeconfig() }, onStart })
    expectFailure(ran, { exit: 130, says: "error: node 'node-a': requested, but not confirmed: interrupted" })
    expect(node.asked).toEqual(floor)
  })
})

/** Interrupted while the kubelet is silent, and again when the resize is about to be taken back. */
async function interruptTwice(signal: NodeJS.Signals, takeBack: (node: NodeA) => Handler) {
  let pid = 0
  const press = (): void => void process.kill(pid, signal)
  const node = new NodeA()
  node.kubelet = silent
  node.afterResize = () => {
    node.afterResize = () => undefined
    press()
  }
  const handler: Handler = (request, response) => {
    if (request.query['dryRun'] === 'All' || resizesTo(server).length === 1) return node.resize(request)
    press()
    return takeBack(node)(request, response)
  }
  await using server = await startApiServer(serving({ ...node.routes, [resizeRoute]: handler }))
  const onStart = (started: number): void => {
    pid = started
  }
  return { node, ran: await attemptAlone(shrink, { env: { KUBECONFIG: await server.kubeconfig() }, onStart }) }
}

test.concurrent('a second Ctrl-C ends it on the spot, and says so', async () => {
  const { node, ran } = await interruptTwice('SIGINT', () => () => undefined)
  const stderr = 'error: stopped immediately: a change may be incomplete, check the state before you continue\n'
  expect(ran).toEqual({ exit: 130, stdout: '', stderr })
  expect(node.asked.cpu).toBe('2')
})

test.concurrent.each<[NodeJS.Signals, number]>([
  ['SIGHUP', 129],
  ['SIGTERM', 143],
])('a second %s does not keep it from taking back', async (signal, exit) => {
  const { node, ran } = await interruptTwice(signal, (it) => (request) => it.resize(request))
  expectFailure(ran, {
    exit,
    says: "error: node 'node-a': interrupted before the kubelet confirmed the resize; the resize was reverted",
  })
  expect(node.asked).toEqual(floor)
})
