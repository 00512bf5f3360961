import { Failure } from '../../../../src/lib/message/failure.ts'
import type { NotRead } from '../../../../src/lib/offline/read/file-messages.ts'
import type { InputFile, Inputs } from '../../../../src/lib/offline/read/inputs.ts'

export const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

/** A file that counts how often it is read. */
export interface CountedFile extends InputFile {
  reads: number
}

export const fileOf = (file: string, text: string): CountedFile => ({
  file,
  reads: 0,
  async read() {
    this.reads++
    return new TextEncoder().encode(text)
  },
})

export const unreadable = (file: string, reason: NotRead['reason']): InputFile => ({
  file,
  read: () => Promise.reject(new Failure('invalid', { reason })),
})

export const named = (...files: InputFile[]): Inputs[] =>
  files.map((file) => ({ name: file.file, files: [file], named: true, nothing: { reason: 'NoFileMatches' } }))

export const folder = (name: string, ...files: InputFile[]): Inputs => ({
  name,
  files,
  named: false,
  nothing: { reason: 'NoConfigurationInFolder' },
})
