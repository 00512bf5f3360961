import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type ShellName = 'bash' | 'bash with bash-completion' | 'zsh' | 'fish'

interface Setup {
  readonly command: string
  /** The file that the shell reads when it starts, in its home. */
  readonly startup: string
  /** Binds Ctrl-X Ctrl-E: prints the line between << and >>, and clears it. */
  readonly bindDump: string
}

const bash: Setup = {
  command: 'bash --noprofile --rcfile .bashrc -i',
  startup: '.bashrc',
  bindDump: [
    `PS1='$ '`,
    `dump() { printf '<<%s>>\\n' "$READLINE_LINE"; READLINE_LINE=; READLINE_POINT=0; }`,
    `bind -x '"\\C-x\\C-e": dump'`,
  ].join('\n'),
}
const setups: Readonly<Record<ShellName, Setup>> = {
  bash,
  'bash with bash-completion': { ...bash, bindDump: `. /usr/share/bash-completion/bash_completion\n${bash.bindDump}` },
  zsh: {
    command: 'zsh -d -i',
    startup: '.zshrc',
    bindDump: [
      `PS1='$ '; unsetopt zle_bracketed_paste prompt_sp; fpath=($HOME/functions $fpath); autoload -Uz compinit; compinit -u`,
      `dump() { print -r -- "<<$BUFFER>>"; BUFFER= }; zle -N dump; bindkey -e; bindkey '^X^E' dump`,
    ].join('\n'),
  },
  fish: {
    command: 'fish -i',
    startup: '.config/fish/config.fish',
    bindDump: [
      `function fish_greeting; end; function fish_prompt; echo '$ '; end`,
      `function dump; printf '<<%s>>\\n' (commandline); commandline -r ''; end`,
      `bind \\cx\\ce dump`,
    ].join('\n'),
  },
}

/** What the bound keys print of the line. */
const dumped = /<<(.*?)>>/s

/** Text of a terminal with spaces for what moves its cursor to the right, and no other sequence. */
const spaced = (shown: string): string => {
  const [first, ...others] = shown.split('\x1b')
  return first + others.map((text) => text.replace(/^\[\d+C/, ' ').replace(/^[[(][\d;?]*[A-Za-z]/, '')).join('')
}

export const startupOf = (shell: ShellName): string => setups[shell].startup

/** A shell on a terminal of its own, which a person types into. */
export class Shell implements AsyncDisposable {
  readonly #terminal: ChildProcess
  #shown = ''

  /** Starts it in this home, which is the current folder, too; `startup` are lines of its start-up file. */
  constructor(shell: ShellName, { home, startup, env }: { home: string; startup: string; env: NodeJS.ProcessEnv }) {
    const { command, startup: file, bindDump } = setups[shell]
    writeFileSync(join(home, file), `${bindDump}\n${startup}\n`)
    this.#terminal = spawn('script', ['--quiet', '--command', `stty cols 200; exec ${command}`, '/dev/null'], {
      cwd: home,
      env: { HOME: home, SHELL: '/bin/sh', TERM: 'xterm', LANG: 'C.UTF-8', ...env },
    })
    this.#terminal.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.#shown += text
    })
  }

  /** The line after these keys and a tab, and all that was printed meanwhile. */
  async complete(keys: string): Promise<{ readonly line: string; readonly shown: string }> {
    return this.#type(`${keys}\t\x18\x05`, (shown) => {
      const found = dumped.exec(shown)
      return found && { line: found[1]!, shown }
    })
  }

  /** What is printed after these keys and two tabs, until all of this is there; spaces are spaces, however the shell makes them. */
  async list(keys: string, ...patterns: readonly RegExp[]): Promise<string> {
    const listed = await this.#type(`${keys}\t\t`, (shown) => {
      const text = spaced(shown)
      return patterns.every((pattern) => pattern.test(text)) ? text : null
    })
    await this.#type('\x18\x05', (shown) => dumped.exec(shown))
    return listed
  }

  /** What `look` finds in all that is printed after these keys, as soon as it finds anything. */
  async #type<Found>(keys: string, look: (shown: string) => Found | null): Promise<Found> {
    const start = this.#shown.length
    const deadline = AbortSignal.timeout(20_000)
    this.#terminal.stdin!.write(keys)
    for (;;) {
      const shown = this.#shown.slice(start)
      const found = look(shown)
      if (found !== null) return found
      await once(this.#terminal.stdout!, 'data', { signal: deadline }).catch(() => {
        throw new Error(`Not found within 20 s in what the shell printed: ${JSON.stringify(shown)}`)
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#terminal, 'close')
    this.#terminal.kill('SIGKILL')
    await ended
  }
}
