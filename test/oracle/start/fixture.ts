import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import type { ListenOptions } from 'node:net'
import { dirname, join } from 'node:path'

/** What a throw-away host has: the generator puts documents on the edge of it. */
export const there = {
  /** Of 127.0.0.1, all of IPv4, all, and ::1. */
  ports: { loopback: 10260, ipv4: 10261, all: 10262, loopback6: 10263 },
  address: '10.99.9.1',
  /** In each hierarchy; that of the pods is what an earlier kubelet made. */
  cgroups: ['kubepods', 'kube', 'system', 'pods', 'a.slice', 'a.slice/a-b.slice'],
  folder: '/etc/kubernetes/manifests',
  file: '/etc/kubernetes/file',
  readOnly: '/read-only',
  pki: '/etc/kubernetes/pki',
  /** Nobody listens. */
  deadSocket: '/run/dead.sock',
} as const

/** Places where something else listens. */
export const taken: readonly ListenOptions[] = [
  { host: '127.0.0.1', port: there.ports.loopback },
  { host: '0.0.0.0', port: there.ports.ipv4 },
  { host: '::', port: there.ports.all },
  { host: '::1', port: there.ports.loopback6 },
]

/** Writes the files of the host below a folder. */
export function writeFiles(root: string): void {
  const at = (path: string): string => join(root, path)
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }
  mkdirSync(at(there.folder), { recursive: true })
  put(there.file, 'a file\n')
  put(`${there.pki}/empty.crt`, '')
  put(`${there.pki}/garbage.crt`, 'not a certificate\n')
  mkdirSync(at(`${there.pki}/folder.crt`))
  symlinkSync('nowhere', at(`${there.pki}/dangling.crt`))
  for (const name of ['ca', 'tls', 'other']) {
    const [key, crt] = [at(`${there.pki}/${name}.key`), at(`${there.pki}/${name}.crt`)]
    const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
    execFileSync('openssl', [...args, '-subj', `/CN=${name}`, '-keyout', key, '-out', crt], { stdio: 'ignore' })
  }
  mkdirSync(at('/run'), { recursive: true })
  execFileSync('perl', [
    '-MIO::Socket::UNIX',
    '-e',
    'IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 1)',
    at(there.deadSocket),
  ])
  symlinkSync('ca.crt', at(`${there.pki}/link.crt`))
  put('etc/resolv.conf', 'nameserver 10.96.0.10\n')
  put('etc/hosts', '127.0.0.1 localhost host\n')
}
