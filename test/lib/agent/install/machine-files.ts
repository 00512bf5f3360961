import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemFiles } from '../../../../src/lib/agent/host/system-files.ts'
import type { WantedFile } from '../../../../src/lib/agent/installation/file-plan.ts'
import type { SystemFiles } from '../../../../src/lib/agent/ports/system-files.ts'

/** Every path below a root but those in memory, with its mode and its content. */
export const listingOf = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((each) => !each.startsWith(join(root, 'run')))
    .toSorted()
    .map((each) => described(each, root))

function described(of: string, root: string): string {
  const found = statSync(of, { throwIfNoEntry: false })
  const name = of.slice(root.length)
  const mode = ((found?.mode ?? 0) & 0o7777).toString(8)
  if (found?.isDirectory()) return `${name}/ ${mode}`
  try {
    return `${name} -> ${readlinkSync(of)}`
  } catch {
    return `${name} ${mode} ${readFileSync(of, 'utf8')}`
  }
}

/** The files of a machine below another root. */
export function below(path: (of: string) => string): SystemFiles {
  const there = (file: WantedFile): WantedFile => ({
    ...file,
    path: path(file.path),
    content: file.content.kind === 'copy' ? { kind: 'copy', of: path(file.content.of) } : file.content,
  })
  const here = (made: readonly string[]) => made.map((each) => each.slice(path('').length))
  return {
    find: (file) => systemFiles.find(there(file)),
    readText: (of) => systemFiles.readText(path(of)),
    put: (file, secret) => systemFiles.put(there(file), secret),
    makeFolder: async (of, mode) => here(await systemFiles.makeFolder(path(of), mode)),
    missingFolders: async (of) => here(await systemFiles.missingFolders(path(of))),
    remove: (of) => systemFiles.remove(path(of)),
    removeFolder: (of) => systemFiles.removeFolder(path(of)),
    removeEmptyFolder: (of) => systemFiles.removeEmptyFolder(path(of)),
    whyNotWritable: (of) => systemFiles.whyNotWritable(path(of)),
    whoElseWrites: (of) => systemFiles.whoElseWrites(path(of)),
    freeBytes: async () => 2 ** 40,
    freeInodes: async () => 2 ** 20,
    bytesOf: (of) => systemFiles.bytesOf(path(of)),
  }
}

/** Writes what is changed into the diary, as a dry run says it. */
export function recorded(files: SystemFiles, diary: string[]): SystemFiles {
  const octal = (mode: number): string => mode.toString(8).padStart(4, '0')
  return {
    ...files,
    async put(file, secret) {
      const isThere = (await files.find(file)).kind !== 'absent'
      const record = file.path.endsWith('/installation.json') && file.content.kind === 'text'
      const state = record ? JSON.parse((file.content as { text: string }).text).state : undefined
      const from = file.content.kind === 'copy' ? ` from ${file.content.of}` : ''
      const act = { installing: 'record what is installed in', installed: 'record that it is complete in' }[
        String(state)
      ]
      diary.push(`${act ?? (isThere ? 'replace' : 'create')} ${file.path} (${octal(file.mode)})${from}`)
      return files.put(file, secret)
    },
    async makeFolder(path, mode) {
      diary.push(`create folder ${path} (${octal(mode)})`)
      return files.makeFolder(path, mode)
    },
    async remove(path) {
      const isRemoved = await files.remove(path)
      if (isRemoved) diary.push(`remove ${path}`)
      return isRemoved
    },
    async removeFolder(path) {
      const isRemoved = await files.removeFolder(path)
      if (isRemoved) diary.push(`remove folder ${path}`)
      return isRemoved
    },
  }
}
