import { usualPlaces } from '../../lib/agent-installation/places.ts'
import { outputFormat } from '../../lib/cli/flags/flags.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { version } from '../../lib/cli/shell/build.ts'
import { diagnose } from '../../lib/flows/agent/doctor.ts'
import { discoverKubelet } from '../../lib/host/kubelet/discover.ts'
import { kubeletServiceOver } from '../../lib/host/kubelet/kubelet-service.ts'
import { nodeAccess } from '../../lib/host/kubelet/node-access.ts'
import { systemFacts } from '../../lib/host/kubelet/system-facts.ts'
import { systemFiles } from '../../lib/host/system-files.ts'
import { describeDiagnosis, diagnosisData } from '../../lib/render/doctor.ts'

export default class Doctor extends BaseCommand {
  static override summary = 'Report whether an agent works on this node, and why.'
  static override description = `Run it on the node, as root. It changes nothing.
It looks at what runs the kubelet, its unit, flags and version, other programs that write its configuration,
rights and free space. It exits 5 if an agent cannot work here.`
  static override examples = ['<%= config.bin %> doctor', '<%= config.bin %> doctor -o json']
  static override flags = { output: outputFormat(['text', 'json', 'yaml']) }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Doctor)
    const node = nodeAccess()
    const limits = { signal: this.signal }
    const machine = { ...(await systemFacts(node, limits)), executable: undefined, version }
    const patient = {
      machine,
      files: systemFiles,
      places: usualPlaces,
      discover: () => discoverKubelet(node, limits),
      kubeletVersion: (unit: string) => kubeletServiceOver(node, unit).version(limits),
    }
    const diagnosis = await this.during(flags, 'looking at this node', diagnose(patient, limits))
    const [data, text] = [diagnosisData(diagnosis), () => describeDiagnosis(diagnosis)]
    await this.printResult(flags.output, { kind: 'Diagnosis', data, text })
    if (diagnosis.verdict === 'refused') this.exitWith('refused')
  }
}
