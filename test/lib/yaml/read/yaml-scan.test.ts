import { describe, expect, test } from '@jest/globals'
import { formatted } from '../write/formatted.ts'
import { readText, refusalOf, treeOf, valueOfA } from './trees.ts'

describe('what go-yaml v2 reads although YAML 1.2 forbids it', () => {
  test.each([
    ['a: ""#c\n', 'string '],
    ["a: 'x'#c\n", 'string x'],
    ['b: [x]#c\na: 1\n', 'int 1'],
    ['b: {c: d}#c\na: 1\n', 'int 1'],
    ['b: ["x"#c\n]\na: 1\n', 'int 1'],
    ['a: |#c\n x\n', 'string x\n'],
    ['a: >-#c\n x\n y\n', 'string x y'],
    ['a: "x\ny"\n', 'string x y'],
    ["a: 'x\n\ny'\n", 'string x\ny'],
    ['a: "\n"\n', 'string  '],
    ['a: "x\\\ny"\n', 'string xy'],
    ['a: "x\r\ny"\r\n', 'string x y'],
    ['b:\n  c: "x\n y"\na: 1\n', 'int 1'],
    ['b: [\nx]\na: 1\n', 'int 1'],
    ['b: {\nx: y}\na: 1\n', 'int 1'],
    ['b: [x,\n\ty]\na: 1\n', 'int 1'],
    ['b: [x\ny]\na: 1\n', 'int 1'],
    ['b:\n- - [\nx]\na: 1\n', 'int 1'],
    ['b: {? x\n: y, c: d, "e":f, ? g}\na: 1\n', 'int 1'],
    ['a: "\\\'"\n', "string '"],
  ])('%j', async (text, value) => {
    expect(await valueOfA(text)).toBe(value)
  })

  test('a # inside of a word starts no comment', async () => {
    expect(await valueOfA('a: x#c\n')).toBe('string x#c')
  })

  test('positions are those of the text as it stands', async () => {
    const tree = await treeOf('b: "x\ny"#c\na: [\nx, "\\\'", z]\n')
    expect(tree).toMatchObject({
      entries: [
        { at: { line: 1, column: 1 } },
        {
          at: { line: 3, column: 1 },
          value: {
            items: [
              { line: 4, column: 1 },
              { line: 4, column: 4 },
              { line: 4, column: 10 },
            ],
          },
        },
      ],
    })
  })

  test('it can be formatted', async () => {
    const text = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\npodCIDR: "a\nb"#c\n'
    expect(await formatted(new TextEncoder().encode(text))).toMatchObject({
      outcome: 'text',
      text: expect.stringContaining('podCIDR: a b #c\n'),
    })
  })
})

describe('tabs', () => {
  test.each(['a:\t1\n', 'b: x\n \t\na: 1\n', 'b: [x\n \t,y]\na: 1\n', 'b: |\n  x\n  \ty\na: 1\n', '---\t\na: 1\n'])(
    '%j is fine',
    async (text) => {
      expect(await valueOfA(text)).toMatch('1')
    },
  )

  test.each([
    ['a: 1\n\t', 2, 1],
    ['a: 1\n\t# c\n', 2, 1],
    ['a: "1"\n \t\n', 2, 2],
    ['a:\n\t\n', 2, 1],
    ['\t\na: 1\n', 1, 1],
    ['-\ta\n', 1, 2],
    ['?\ta\n: b\n', 1, 2],
    ['a:\n  b: x\n \t\n', 3, 2],
    ['a: [x\n\t,y]\n', 2, 1],
    ['a: |\n\tx\n', 2, 1],
    ['a: |\n  x\n\ty\n', 3, 1],
  ])('%j is refused', async (text, line, column) => {
    expect(await refusalOf(text)).toMatchObject({ rule: 'READ-SYNTAX', line, column, fatal: true })
  })
})

describe('what the yaml package lets pass and go-yaml v2 does not', () => {
  test.each([
    ['a: 1\n}', 2, 1],
    ['a: 1\n]\nb: 2\n', 2, 1],
    ['a: ]', 1, 4],
    ['a: "x"]\n', 1, 7],
    ['a: [b]]\n', 1, 7],
    ['- }', 1, 3],
    ['a: [x?]\n', 1, 6],
    ['a: {x\n: y}\n', 2, 1],
    ['a: [::x]\n', 1, 5],
    ['a: &x.y 1\n', 1, 4],
    ["a: 'it''", 1, 9],
    ['a: !x#y 1\n', 1, 4],
    ['a: "\\/"\n', 1, 5],
    ['a: "x\\ude00"\n', 1, 6],
    ['a: "\\U0000d800"\n', 1, 5],
    ['a: "\\U00110000"\n', 1, 5],
    ['%\n---\na: 1\n', 1, 1],
    ['%FOO\n---\na: 1\n', 1, 1],
    ['%YAML 1.1x\n---\na: 1\n', 1, 1],
    ['%YAML 1.1\n%YAML 1.1\n---\na: 1\n', 2, 1],
  ])('%j', async (text, line, column) => {
    expect(await refusalOf(text)).toMatchObject({ rule: 'READ-SYNTAX', line, column, fatal: true })
  })

  test.each(['a: "\\U0010ffff\\u00e9\\x41"\n', '%YAML 1.1 # c\n---\na: "x"\n', 'a: &x-1_y "x"\n'])(
    '%j passes with both',
    async (text) => {
      expect(await valueOfA(text)).toMatch(/^string /)
    },
  )

  test.each(['a: 1\n---\n}', 'a: 1\n...\n]\n', 'a: 1\n---\n\t\n'])(
    'does not matter beyond the first document: %j',
    async (text) => {
      expect(await readText(text)).toMatchObject({ outcome: 'tree' })
    },
  )
})
