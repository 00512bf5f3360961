import { expect, test } from '@jest/globals'
import { readUrl } from '../../../../src/lib/kubelet/grammar/url.ts'

test.each([
  ['dns://localhost:4317', 'dns'],
  ['DNS://', 'dns'],
  ['unix:///run/x.sock', 'unix'],
  ['unix-abstract:name', 'unix-abstract'],
  ['a+b.c-1:/x', 'a+b.c-1'],
  ['dns://:4317', 'dns'],
  ['dns://unix:/x', 'dns'],
  ['dns://a:b:1', 'dns'],
  ['dns://a:', 'dns'],
  ['dns://é%C3%A9"<>]', 'dns'],
  ['dns://100%25', 'dns'],
  ['dns://user:p%40ss@word@host', 'dns'],
  ['dns://[::1]', 'dns'],
  ['dns://[::1]:4317/path', 'dns'],
  ['dns://[fe80::1%25eth0%20%25%41]', 'dns'],
  ['dns://a/b c?%zz&d e#f g', 'dns'],
  ['dns:a b%', 'dns'],
  ['dns://a#\u0001', 'dns'],
  ['dns://a/\u0085', 'dns'],
])('%j has the scheme %s', (url, scheme) => {
  expect(readUrl(url)).toEqual({ scheme })
})

test.each([
  ['', 'scheme'],
  ['//x', 'scheme'],
  ['://x', 'scheme'],
  ['1dns://x', 'scheme'],
  ['d ns://x', 'scheme'],
  ['dns://a\u0001', 'control'],
  ['dns://a?\u007f', 'control'],
  ['dns://a b', "' ' in its host"],
  ['dns://a%', 'hexadecimal'],
  ['dns://a%4', 'hexadecimal'],
  ['dns://a%41', 'ASCII characters escaped'],
  ['dns://a/%zz', 'hexadecimal'],
  ['dns:/%zz', 'hexadecimal'],
  ['dns://a#%zz', 'hexadecimal'],
  ['dns://a:port', 'number as port'],
  ['dns://a:1:b', 'number as port'],
  ['dns://us er@a', 'before the @'],
  ['dns://é@a', 'before the @'],
  ['dns://%zz@a', 'hexadecimal'],
  ['dns://[::1', 'between [ and ]'],
  ['dns://a[::1]', 'between [ and ]'],
  ['dns://[1.2.3.4]', "not '1.2.3.4'"],
  ['dns://[]', "not ''"],
  ['dns://[::1]x', 'number as port'],
  ['dns://[::1%eth0]', 'IPv6'],
  ['dns://[::1%25]', 'a zone'],
  ['dns://[::1%25%4]', 'hexadecimal'],
  ['dns://[::1%25%e9]', 'beyond ASCII'],
  ['dns://[::1%25%7b]', "'{' in its zone"],
  ['dns://[::1%25 ]', "' ' in its zone"],
])('%j has a flaw: %s', (url, flaw) => {
  expect(readUrl(url)).toEqual({ flaw: expect.stringContaining(flaw) })
})
