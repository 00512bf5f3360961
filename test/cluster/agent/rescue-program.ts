/** A program on a node: what an agent does with its rescue. `node rescue-program.ts ACT UNIT LIVE ROOT [CONTENT]`. */

import { openLiveFile } from '../../../src/lib/agent/host/live-config/open-live-file.ts'
import { momentNow } from '../../../src/lib/agent/host/machine/moment.ts'
import { installScript } from '../../../src/lib/agent/host/rescue/install-script.ts'
import { ScriptRescue } from '../../../src/lib/agent/host/rescue/script-rescue.ts'
import { openStateFolder } from '../../../src/lib/agent/host/state-folder/state-folder.ts'

const [act, unit = '', config = '', kubeletRoot = '', content = ''] = process.argv.slice(2)
const stateFolder = await openStateFolder('/var/lib/kubeletcfg')
const around = { stateFolder, root: '/', moment: momentNow }
const live = await openLiveFile({ mode: 'file', config }, around)
const rescue = new ScriptRescue({ ...around, live, unit, kubeletRoot })

const acts: Readonly<Record<string, () => Promise<unknown>>> = {
  install: () => installScript(stateFolder),
  async try() {
    const checkpoint = 'c'.repeat(64)
    await rescue.arm({ checkpoint, good: 'local', threshold: 3, stateFiles: [] })
    await live.write(new TextEncoder().encode(content))
  },
  report: () => rescue.report(),
  read: () => live.read(),
  forget: () => rescue.forgetStarts(),
  async leave() {
    await rescue.disarm()
    await rescue.acknowledge()
    await live.leave()
  },
}
process.stdout.write(JSON.stringify((await acts[act ?? '']!()) ?? null))
