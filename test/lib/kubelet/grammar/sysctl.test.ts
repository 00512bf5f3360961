import { expect, test } from '@jest/globals'
import { flawOfSysctlName, isNamespaced, normalizeSysctl } from '../../../../src/lib/kubelet/grammar/sysctl.ts'

const characters = expect.stringContaining('lower-case letters')

test.each([
  ['net.core.somaxconn', undefined],
  ['net/ipv4/conf/eth0.100/forwarding', undefined],
  ['a', undefined],
  ['0.a-_0', undefined],
  ['a'.repeat(253), undefined],
  ['', 'must not be empty'],
  ['a'.repeat(254), 'must have at most 253 characters, not 254'],
  ['net..a', characters],
  ['net.a.', characters],
  ['.a', characters],
  ['net./a', characters],
  ['net.*', characters],
  ['net.A', characters],
  ['net.a_', characters],
  ['net.a\n', characters],
])('is %j the name of a sysctl?', (name, flaw) => {
  expect(flawOfSysctlName(name)).toEqual(flaw)
})

test.each([
  ['net.ipv4.ip_forward', 'net.ipv4.ip_forward'],
  ['net/ipv4/ip_forward', 'net.ipv4.ip_forward'],
  ['net/ipv4/conf/eth0.100/forwarding', 'net.ipv4.conf.eth0/100.forwarding'],
  ['net.ipv4.conf.eth0/100.forwarding', 'net.ipv4.conf.eth0/100.forwarding'],
  ['plain', 'plain'],
])('%s is %s', (name, normal) => {
  expect(normalizeSysctl(name)).toBe(normal)
})

test.each([
  ['kernel.shm_rmid_forced', true],
  ['kernel/msgmax', true],
  ['kernel.domainname', true],
  ['kernel.hostname', false],
  ['kernel.shmall.a', false],
  ['net.a', true],
  ['net/a', true],
  ['net', false],
  ['network.a', false],
  ['fs.mqueue.msg_max', true],
  ['fs.file-max', false],
  ['user.max_user_namespaces', true],
])('does each pod have its own %s? %s', (name, own) => {
  expect(isNamespaced(name, '1.37')).toBe(own)
})
