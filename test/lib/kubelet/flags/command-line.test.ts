import { expect, test } from '@jest/globals'
import { type CommandLine, commandLineOf } from '../../../../src/lib/kubelet/flags/command-line.ts'
import { factOf } from '../../fact-of.ts'

const read = (...texts: string[]): CommandLine => commandLineOf(texts.map((text, i) => ({ file: `${i}`, text })))
const words = (...texts: string[]): string =>
  read(...texts)
    .words.map(({ text }) => text)
    .join(' ')

const unit = (lines: string): string => `[Unit]\nDescription=x\n[Service]\n${lines}\n[Install]\nExecStart=no\n`

test.each([
  ['/proc/PID/cmdline', 'kubelet\0--a=b c\0--d\0', '--a=b c --d'],
  ['a command line', '/usr/bin/kubelet --a="b c" \\\n  --d', '--a=b c --d'],
  ['flags alone', '--a --b', '--a --b'],
  [
    'ps',
    'PID TTY CMD\n  7 ?   /usr/bin/kubelet --root-dir /var/lib/kubelet\n 8 ? sh x\n',
    '--root-dir /var/lib/kubelet',
  ],
  ['ps, with others that mention it', '1 ? csi --path /var/lib/kubelet\n2 ? grep kubelet\n3 ? kubelet --a', '--a'],
  ['a unit', unit('ExecStart=-/usr/bin/kubelet --a \\\n# comment\n  --b'), '--a --b'],
  ['hyperkube', unit('ExecStart=/hyperkube kubelet --a'), '--a'],
  ['a wrapper', unit('ExecStart=/opt/wrapper --a --max-pods=5'), '--a --max-pods=5'],
  ['kubeadm-flags.env', 'KUBELET_KUBEADM_ARGS="--a=b --c"\n', '--a=b --c'],
  ['/etc/default/kubelet', '# c\nNAME=x\nexport KUBELET_EXTRA_ARGS=--a --b="c d"\n', '--a --b=c d'],
])('%s', (_what, text, expected) => {
  expect(words(text)).toBe(expected)
})

test('drop-ins replace the command, and variables are filled in; files win over Environment=', () => {
  const dropIn = unit(
    'Environment="A=--a=1 --b" "B=--b2"\nEnvironmentFile=-/etc/x\nExecStart=\nExecStart=/usr/bin/kubelet $A $' +
      '{B}3 $C $$D',
  )
  const line = read(unit('ExecStart=/usr/bin/kubelet --old'), dropIn, 'B=--from-file\n')
  expect(line.words.map(({ text, from }) => `${from} ${text}`)).toEqual(['1 --a=1', '1 --b', '1 --from-file3', '1 $D'])
  expect(line).toMatchObject({ whole: true, unset: ['C'], environmentFiles: ['/etc/x'] })
})

test('an environment file alone is a part', () => {
  expect(read('A="--a"\nB="--b"\n')).toMatchObject({ whole: false, words: [{ text: '--a' }, { text: '--b' }] })
})

const notOfKubelet = { reason: 'NotKubeletCommandLine', files: ['0'] }
test.each<[what: string, texts: string[], fact: object]>([
  ['no kubelet', ['nothing here\n', 'x'], { ...notOfKubelet, files: ['0', '1'] }],
  ['a file that mentions one', ['# for my kubelet\nargs:\n- --a\nname: kubelet\n'], notOfKubelet],
  ['nothing', [''], notOfKubelet],
  [
    'two processes',
    ['1 ? kubelet --a\n2 ? /x/kubelet --b'],
    { reason: 'SeveralKubelets', subject: { kind: 'File', name: '0' } },
  ],
  ['two command lines', ['--a', 'kubelet --b'], { reason: 'SeveralCommandLines' }],
  ['/proc/PID/cmdline of another program', ['/sbin/init\0'], notOfKubelet],
  ['one with flags that kubelets have', ['kube-proxy\0--config=a\0'], notOfKubelet],
  ["/proc/cmdline, the kernel's", ['BOOT_IMAGE=/vmlinuz root=UUID=1 ro quiet\n'], notOfKubelet],
  ['a unit of another program', [unit('ExecStart=/usr/bin/containerd --log-level=a')], notOfKubelet],
  ['an open quote', [unit('# c\nExecStart=/usr/bin/kubelet \\\n "--a')], openQuote('0:5', 20)],
  ['one in a variable of a unit', [unit('Environment="A=--a')], openQuote('0:4', 1)],
  ['one in an environment file', ['# c\nA=--a\nB="--b\n'], { reason: 'OpenValueQuote', place: '0:3', quote: '"' }],
  ['one further on', ['A=--b="5\n'], openQuote('0: $A', 5)],
  ['one that a unit wants', [unit('ExecStart=kubelet $A'), 'A=--b="5\n'], openQuote('1: $A', 5)],
])('refuses %s', (_what, texts, fact) => {
  expect(factOf(() => read(...texts))).toEqual(fact)
})

function openQuote(place: string, character: number) {
  return { reason: 'OpenQuote', place, character }
}
