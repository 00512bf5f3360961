import { Failure } from '../../../../src/lib/failure.ts'
import type { InputFile, Inputs } from '../../../../src/lib/flows/files/inputs.ts'

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

export const unreadable = (file: string, reason: string): InputFile => ({
  file,
  read: () => Promise.reject(new Failure('invalid', reason)),
})

export const named = (...files: InputFile[]): Inputs[] =>
  files.map((file) => ({ name: file.file, files: [file], named: true, nothing: '' }))

export const folder = (name: string, ...files: InputFile[]): Inputs => ({
  name,
  files,
  named: false,
  nothing: 'nothing in it',
})
