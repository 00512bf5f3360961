import type { Bug } from './bugs.ts'

const cuts = (acts: RegExp) => ({ kind: 'power-cuts', acts }) as const

/** In what writes files, and in whose order. */
export const diskBugs: readonly Bug[] = [
  {
    name: 'a file is renamed before its content is synced',
    file: 'machine/synced-write.ts',
    was: '      await file.sync()\n',
    is: '',
    foundBy: cuts(/^a checkpoint|^file: another document/),
  },
  {
    name: 'the permissions of a file are set after it is synced',
    file: 'machine/synced-write.ts',
    was: '      await setAttributes(file, attributes)\n      await file.sync()\n',
    is: '      await file.sync()\n      await setAttributes(file, attributes)\n',
    foundBy: cuts(/^file: another document/),
  },
  {
    name: 'the folder is not synced after a file was replaced',
    file: 'machine/synced-write.ts',
    was: '  await syncFolder(dirname(path))\n}\n\nasync function setAttributes',
    is: '}\n\nasync function setAttributes',
    foundBy: cuts(/^a checkpoint|^file: another document/),
  },
  {
    name: 'the folder is not synced after a file was moved',
    file: 'machine/synced-write.ts',
    was: '  await rename(from, to)\n  await syncFolder(dirname(to))\n',
    is: '  await rename(from, to)\n',
    foundBy: cuts(/^file: what was prepared/),
  },
  {
    name: 'the folder is not synced after files were removed',
    file: 'machine/synced-write.ts',
    was: 'if (names.length > 0) await syncFolder(folder)',
    is: '',
    foundBy: cuts(/^file: the end of a trial/),
  },
  {
    name: 'others can read a file while it is written',
    file: 'machine/synced-write.ts',
    was: "open(temporary, 'wx', 0o600)",
    is: "open(temporary, 'wx')",
    foundBy: cuts(/^a checkpoint/),
  },
  {
    name: 'the journal is renamed before its content is synced',
    file: 'machine/reserved-file.ts',
    was: '      await file.sync()\n',
    is: '',
    foundBy: cuts(/^another state/),
  },
  {
    name: 'the folder of the journal is not synced',
    file: 'machine/reserved-file.ts',
    was: '    await syncFolder(dirname(this.path))\n',
    is: '',
    foundBy: cuts(/^another state/),
  },
  {
    name: 'moves of state files are not synced',
    file: 'agent/host/kubelet-state-files.ts',
    was: 'if (await isThere(this.#folder)) await syncFolder(this.#folder)',
    is: '',
    foundBy: cuts(/^state files/),
  },
  {
    name: 'a document is in the live file before its record is written',
    file: 'agent/host/live-config/live-file.ts',
    was: `    await this.#of.record.write(withWritten(kept, { sha256: sha256(document), bootId, uptimeMs }))
    await liveTarget.put(document, await this.#of.keeper.attributes(liveTarget, kept.local))
`,
    is: `    await liveTarget.put(document, await this.#of.keeper.attributes(liveTarget, kept.local))
    await this.#of.record.write(withWritten(kept, { sha256: sha256(document), bootId, uptimeMs }))
`,
    foundBy: cuts(/^file: another document/),
  },
  {
    name: 'what old orders need is removed before the new ones are there',
    file: 'agent/host/rescue/script-rescue.ts',
    was: `    await writing(this.#orders, () => writeSynced(this.#orders, text, { mode: 0o600 }))
    await this.#forgetGood(keep)
`,
    is: `    await this.#forgetGood(keep)
    await writing(this.#orders, () => writeSynced(this.#orders, text, { mode: 0o600 }))
`,
    foundBy: cuts(/^unit: other orders/),
  },
  {
    name: 'what says that there was no state file is gone before the file',
    file: 'agent/host/kubelet-state-files.ts',
    was: '      if (without.length > 0) await syncFolder(this.#folder)\n',
    is: '',
    foundBy: cuts(/^state files back/),
  },
  {
    name: 'the rescue leaves its mark before what it put back is synced',
    file: 'agent/host/rescue/rescue.sh',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of a shell.
    was: 'limited 5 sync "${live%/*}" "$root" 2>/dev/null || say \'cannot sync what was put back\'',
    is: ':',
    foundBy: { kind: 'tests', file: 'agent/host/rescue/rescue-script.machine' },
  },
  {
    name: 'the rescue forgets that there was no state file before the file is gone',
    file: 'agent/host/rescue/rescue.sh',
    was: `\${file%.kubeletcfg-none}"; fi`,
    is: `\${file%.kubeletcfg-none}" "$file"; fi`,
    foundBy: { kind: 'tests', file: 'agent/host/rescue/rescue-script.machine' },
  },
]
