import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type http from 'node:http'
import type { RequestListener } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '../../../../support/certificate.ts'
import { header } from '../../../kubelet/merge/assemble.ts'

export interface FakeKubelet extends AsyncDisposable {
  readonly port: number
  /** Its arguments: a file with these fields and its port. */
  readonly argv: readonly string[]
  /** The tokens that were shown to it. */
  readonly tokens: string[]
  readonly folder: string
}

interface Options {
  readonly answer: RequestListener
  /** Of its --config. */
  readonly fields?: string
  /** Its certificate is not the one on disk: another program listens. */
  readonly stranger?: boolean
}

/** The port of a kubelet in this process, with its files in a folder of its own. */
export async function fakeKubelet({ answer, fields = '', stranger = false }: Options): Promise<FakeKubelet> {
  const folder = await mkdtemp(join(tmpdir(), 'fake-kubelet-'))
  const [own, other] = [selfSigned({ host: 'node-a' }), selfSigned({ host: 'node-a' })]
  const tokens: string[] = []
  const server = https.createServer(stranger ? other : own, (request, response) => {
    tokens.push(request.headers.authorization ?? '')
    answer(request, response)
  })
  const port = await listening(server)
  await writeFile(join(folder, 'kubelet.crt'), own.cert)
  await writeFile(join(folder, 'config.yaml'), `${header}port: ${port}\naddress: 127.0.0.1\n${fields}`)
  return {
    port,
    folder,
    tokens,
    argv: ['/usr/bin/kubelet', `--config=${folder}/config.yaml`, `--cert-dir=${folder}`],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

export async function listening(server: http.Server | https.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
