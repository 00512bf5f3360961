import { expect, test } from '@jest/globals'
import { type Handler, startApiServer } from '../support/api-server.ts'
import { attemptAlone } from './attempt.ts'
import { NodeA } from './node-a.ts'
import { resizesTo, serving } from './routes.ts'

const gone = {
  type: 'ERROR',
  object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' },
}

test.concurrent.each<[string, Handler]>([
  ['ends with 410', (_request, response) => void response.writeHead(200).end(`${JSON.stringify(gone)}\n`)],
  ['is refused with 410', () => ({ status: 410, body: gone.object })],
  ['breaks', (_request, response) => void response.writeHead(200).write('{"type":"MODI', () => response.destroy())],
  ['is refused with 503', () => ({ status: 503 })],
])('a watch that %s does not hide the verdict', async (_name, trouble) => {
  const node = new NodeA()
  node.watch = trouble
  await using server = await startApiServer(serving(node.routes))
  const ran = await attemptAlone('nodesize set node-a --cpu 2', { env: { KUBECONFIG: await server.kubeconfig() } })
  expect(ran).toMatchObject({ exit: 0, stderr: '' })
  expect(resizesTo(server)).toHaveLength(1)
})
