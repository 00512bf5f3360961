import type { DocumentSource } from '../../../../../src/lib/agent/model/config.ts'
import type { Found } from '../../../../../src/lib/agent/model/event.ts'
import type { Backup, SimulatedCluster, Stored } from '../../../../../src/lib/agent/simulated/cluster.ts'

/** Events of a watch, once more, older ones and in another order: by how many changes each is behind. The newest comes last. */
export interface Watch {
  readonly kind: 'watch'
  readonly source: DocumentSource
  readonly behind: readonly number[]
}

/** etcd comes back as it was so many changes ago, with its documents, annotations and resourceVersions. */
export interface RestoredEtcd {
  readonly kind: 'restored-etcd'
  readonly behind: number
}

/** What the API server had before each change. */
export class History {
  readonly #cluster: SimulatedCluster
  readonly #backups: Backup[] = []

  constructor(cluster: SimulatedCluster) {
    this.#cluster = cluster
  }

  /** Before a change. */
  note(): void {
    this.#backups.push(this.#cluster.backup())
  }

  restore({ behind }: RestoredEtcd): void {
    const backup = this.#backups.at(-behind)
    if (backup !== undefined) this.#cluster.restore(backup)
  }

  events({ source, behind }: Watch): readonly Found[] {
    const older = this.#versions(source)
    return behind.flatMap((back) => older.at(-back) ?? [])
  }

  /** The last document that another one has replaced. */
  stale(source: DocumentSource): readonly Found[] {
    return this.#versions(source)
      .filter(({ kind }) => kind === 'document')
      .slice(-1)
  }

  #versions(source: DocumentSource): readonly Found[] {
    const stored = [...this.#backups.map((backup) => backup.stored.get(source)), this.#cluster.stored(source)]
    return stored.filter((one, index) => index < stored.length - 1 && one !== stored[index + 1]).map(foundIn)
  }
}

const foundIn = (stored: Stored | undefined): Found => stored ?? { kind: 'absent' }
