import type { Shell } from '../shells.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { zshScript } from './zsh.ts'

/** By shell: the script that completes the command lines of a program, which must not have a `-` in its name. */
export const completionScripts: Readonly<Record<Shell, (name: string) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}
