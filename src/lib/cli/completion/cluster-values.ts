import type { Candidate } from '../../completion/candidate.ts'
import type { WantedValues } from '../../completion/complete.ts'
import { givenValue } from '../../completion/given-value.ts'
import { connect } from '../../connect/connect.ts'
import type { Asked } from './asked.ts'
import { kubeconfigOf } from './kubeconfig-values.ts'

/** The names of objects in the cluster that the command line selects. Never asks the user to log in. */
export async function objectNames(
  kind: 'nodes' | 'namespaces',
  wanted: WantedValues,
  { userAgent, ...limits }: Asked,
): Promise<readonly Candidate[]> {
  const cluster = await connect({
    kubeconfig: kubeconfigOf(wanted),
    context: givenValue(wanted, 'context'),
    cluster: givenValue(wanted, 'cluster'),
    user: givenValue(wanted, 'user'),
    as: givenValue(wanted, 'as'),
    asGroups: wanted.given.get('as-group'),
    userAgent,
    unattended: true,
  })
  try {
    return (await cluster.names.list(kind, limits)).map((value) => ({ value }))
  } finally {
    cluster.close()
  }
}
