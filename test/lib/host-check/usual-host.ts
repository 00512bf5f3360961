const tcp = (rows: readonly string[]): string =>
  ['  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode', ...rows].join(
    '\n',
  )

const socket = (address: string, inode: number, state = '0A'): string =>
  `   0: ${address} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 0`

/** Self-signed, of CN=kubernetes; nobody has its key. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBgDCCASegAwIBAgIUXrIov5OisJf4ho+B9JHKW+759cIwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKa3ViZXJuZXRlczAgFw0yNjExMjMxMjUzNDRaGA8yMTI2MTAz
MDEyNTM0NFowFTETMBEGA1UEAwwKa3ViZXJuZXRlczBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABDDtQSpV/9vngwzWm6a85GXyTLUKu/aSqVt2PrPA8bSX1DXtMIyr
tJqcMpebRtj6Iw/y0Bpv15ApjxSAbJJRKsijUzBRMB0GA1UdDgQWBBT+UFtRU3oW
/orsZJmJu1pdJdV4FjAfBgNVHSMEGDAWgBT+UFtRU3oW/orsZJmJu1pdJdV4FjAP
BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCICGVuhxB/AIcma2UdRZw
fAa0QsHZHY0u2XoN+48+8FDgAiBhiM59ZPP7ENzTc8vG3ybSEAs3gXSlxeWtLDBv
tsnSlA==
-----END CERTIFICATE-----
`

/** A host where a usual document works: cgroup v1, two CPUs, 4 GiB. The kubelet is process 77, and has socket 700. */
export const usual: Readonly<Record<string, string>> = {
  'etc/resolv.conf': '',
  'etc/kubernetes/pki/ca.crt': certificate,
  'etc/kubernetes/manifests/kube-apiserver.yaml': '',
  'usr/bin/sh': '',
  'var/log/syslog': '',
  'proc/swaps': 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n',
  'proc/meminfo': 'MemTotal:        4194304 kB\nMemFree:  1 kB\n',
  'proc/sys/vm/overcommit_memory': '1\n',
  'proc/sys/vm/panic_on_oom': '0\n',
  'proc/sys/kernel/panic': '10\n',
  'proc/sys/kernel/panic_on_oops': '1\n',
  'proc/sys/kernel/keys/root_maxkeys': '1000000\n',
  'proc/sys/kernel/keys/root_maxbytes': '25000000\n',
  'proc/1/net/tcp': tcp([
    socket('00000000:280A', 700),
    socket('0100007F:2808', 700),
    socket('0100007F:1F90', 800),
    socket('0300630A:0050', 800, '01'),
  ]),
  'proc/1/net/tcp6': tcp([socket('00000000000000000000000000000000:0051', 801)]),
  'proc/1/net/fib_trie':
    'Main:\n  +-- 0.0.0.0/0 3 0 5\n     |-- 10.99.0.3\n        /32 host LOCAL\n     |-- 10.99.0.255\n        /32 link BROADCAST\n',
  'proc/1/net/if_inet6': 'fd000000000000000000000000000003 02 40 00 80     eth0\n',
  'proc/1/mountinfo': [
    '21 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw',
    '22 21 8:2 / /usr/share/a\\040b ro,relatime - ext4 /dev/sda2 rw',
    '23 21 7:1 / /snap rw,relatime - squashfs /dev/loop1 ro',
    '24 23 0:5 / /snap rw - tmpfs tmpfs rw',
    '25 21 7:1 / /sealed rw - squashfs /dev/loop1 ro',
    '',
  ].join('\n'),
  'snap/x/y': '',
  'sealed/x/y': '',
  'usr/share/a b/x/y': '',
  'proc/88/comm': 'nginx\n',
  'sys/devices/system/cpu/online': '0-1\n',
  'sys/devices/system/node/online': '0\n',
  'sys/fs/cgroup/cpu/lab/tasks': '',
  'sys/fs/cgroup/cpu/kube.slice/kube-reserved.slice/tasks': '',
  'sys/fs/cgroup/memory/lab/tasks': '',
  'sys/fs/cgroup/memory/partial/tasks': '',
  'sys/fs/cgroup/memory/kube.slice/kube-reserved.slice/tasks': '',
}
