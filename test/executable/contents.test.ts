import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { Ajv } from 'ajv'
import { programs } from './executable.ts'

const run = promisify(execFile)

interface Component {
  readonly name: string
  readonly version: string
  readonly components?: readonly Component[]
}

test('the bill of materials is valid CycloneDX, by the published schema', async () => {
  const library = createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library')
  const folder = join(
    library.slice(0, library.lastIndexOf('/cyclonedx-library/')),
    'cyclonedx-library',
    'res',
    'schema',
  )
  const schema = async (name: string): Promise<object> => JSON.parse(await readFile(join(folder, name), 'utf8'))
  const ajv = new Ajv({ strict: false, validateFormats: false })
  for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
    ajv.addSchema({ ...(await schema(name)), $id: `http://cyclonedx.org/schema/${name}` })
  const validate = ajv.compile(await schema('bom-1.5.SNAPSHOT.schema.json'))
  validate(await bill())
  expect(validate.errors).toBeNull()
})

test('it lists what is inside, and nothing that only builds or tests', async () => {
  const { components } = await bill()
  const names = components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['node', '@oclif/core', 'yaml', 'protobufjs', 'inquirer']))
  expect(names.filter((name) => ['jest', 'rolldown', 'postject', 'typescript'].includes(name))).toEqual([])
  const node = components.find(({ name }) => name === 'node')
  expect(node?.version).toBe(process.versions.node)
  expect(node?.components).toContainEqual(
    expect.objectContaining({ name: 'openssl', version: process.versions.openssl }),
  )
})

test('the licences are those of all components', async () => {
  const { components } = await bill()
  const text = await readFile(join(programs, 'LICENSES'), 'utf8')
  expect(text).toMatch(/^kubeletcfg and nodesize \(Apache-2\.0\)$/m)
  expect(text).toContain(`Node.js ${process.versions.node} (MIT)`)
  const packages = components.filter(({ name }) => name !== 'node')
  expect(packages.length).toBeGreaterThan(50)
  expect(packages.filter(({ name, version }) => !text.includes(`\n${name} ${version} (`))).toEqual([])
})

test('the checksums are those of the files', async () => {
  const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: programs })
  expect(stdout).toBe('kubeletcfg: OK\nkubeletcfg.cdx.json: OK\nLICENSES: OK\n')
})

const bill = async (): Promise<{ components: readonly Component[] }> =>
  JSON.parse(await readFile(join(programs, 'kubeletcfg.cdx.json'), 'utf8'))
