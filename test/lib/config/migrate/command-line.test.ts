import { expect, test } from '@jest/globals'
import { type CommandLine, commandLineOf } from '../../../../src/lib/config/migrate/command-line.ts'

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
  ['a wrapper', unit('ExecStart=/opt/wrapper --a'), '--a'],
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

test.each([
  ['no kubelet', ['nothing here\n', 'x'], '0, 1: no command line'],
  ['a file that mentions one', ['# for my kubelet\nargs:\n- --a\nname: kubelet\n'], '0: no command line'],
  ['nothing', [''], '0: no command line'],
  ['two processes', ['1 ? kubelet --a\n2 ? /x/kubelet --b'], '0: several kubelets'],
  ['two command lines', ['--a', 'kubelet --b'], 'several command lines'],
  ['an open quote', [unit('ExecStart=/usr/bin/kubelet "--a')], '0: a quote or backslash is left open'],
])('refuses %s', (_what, texts, message) => {
  expect(() => read(...texts)).toThrow(message)
})
