import { describe, expect, test } from '@jest/globals'
import { systemClock } from '../../../../src/lib/machine/clock.ts'
import { checksOverHttp } from '../../../../src/lib/rollouts/http/checks.ts'
import { type ApiServer, startApiServer } from '../../../support/api-server.ts'
import { selfSigned } from '../../../support/certificate.ts'
import { behaviours, type ChecksSubject, checksCases } from '../ports/checks.contract.ts'
import { type Behaviour, FakeChecks } from '../ports/fake-checks.ts'

const deadlineMs = 1_500

function behaviourAt(path: string): Behaviour {
  const name = path.slice(1)
  return name in behaviours ? behaviours[name as keyof typeof behaviours] : 'silence'
}

/** Servers on loopback. */
async function overHttp(): Promise<ChecksSubject> {
  const start = (tls?: ReturnType<typeof selfSigned>): Promise<ApiServer> =>
    startApiServer(
      ({ path }, response) => {
        if (path === '/stops') response.writeHead(200, { 'content-type': 'application/json' }).write('{"result":')
        const behaviour = behaviourAt(path)
        if (behaviour === 'silence' || 'error' in behaviour) return undefined
        return { status: behaviour.status, body: behaviour.body, headers: { location: '/go' } }
      },
      tls === undefined ? {} : { tls },
    )
  const [server, untrusted, gone] = await Promise.all([start(), start(selfSigned()), start()])
  await gone.close()
  return {
    checks: checksOverHttp(systemClock, deadlineMs),
    ...{ url: server.url, untrusted: untrusted.url, refusing: gone.url, deadlineMs },
    get paths() {
      return [...server.received, ...untrusted.received].map(({ path, query }) => {
        const search = new URLSearchParams(query).toString()
        return search === '' ? path : `${path}?${search}`
      })
    },
    async [Symbol.asyncDispose]() {
      // Nothing stays open.
      for (let look = 0; look < 100 && server.connections() > 0; look++) await systemClock.sleep(20, aborted)
      expect(server.connections()).toBe(0)
      await Promise.all([server.close(), untrusted.close()])
    },
  }
}

const aborted = new AbortController().signal

async function faked(): Promise<ChecksSubject> {
  const paths: string[] = []
  const hosts = { url: 'http://programs', untrusted: 'https://untrusted', refusing: 'http://nobody' }
  const behaviour = (path: string, host: string): Behaviour => {
    if (host === 'nobody') return { error: 'connect ECONNREFUSED' }
    if (host === 'untrusted') return { error: 'self-signed certificate' }
    paths.push(path)
    return behaviourAt(path.replace(/\?.*/, ''))
  }
  const checks = new FakeChecks(
    systemClock,
    (check) => {
      const { pathname, hostname } = new URL(check.url)
      if (check.kind === 'url') return behaviour(pathname, hostname)
      const asked = `${pathname.replace(/\/$/, '')}/api/v1/query?${new URLSearchParams({ query: check.query })}`
      return behaviour(asked, hostname)
    },
    deadlineMs,
  )
  return { checks, ...hosts, paths, deadlineMs, async [Symbol.asyncDispose]() {} }
}

describe.each([
  ['over HTTP', overHttp],
  ['faked', faked],
])('checks %s', (_, open) => {
  test.each(checksCases)('$name', async ({ run }) => {
    await using subject = await open()
    await run(subject)
  })
})

test('no credentials and no cookies are sent, and the answer is asked for as JSON', async () => {
  await using server = await startApiServer(() => ({ status: 204 }))
  const url = `${server.url}/ok?for=nodes`
  await checksOverHttp(systemClock).ask([{ kind: 'url', name: 'a', url }], { signal: aborted })
  const [{ method, path, query, headers }] = server.received as [(typeof server.received)[0]]
  expect([method, path, query]).toEqual(['GET', '/ok', { for: 'nodes' }])
  expect(Object.keys(headers).toSorted()).toEqual(['accept', 'connection', 'host', 'user-agent'])
  expect(headers).toMatchObject({ accept: 'application/json', connection: 'close', 'user-agent': 'kubeletcfg' })
})
