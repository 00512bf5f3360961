import { okPage, type Page } from '../metrics/page.ts'
import type { ElectionFact } from './leader-election/election-messages.ts'

/** Whether a replica of a controller leads, and has read the cluster. */
export class ReplicaState {
  isLeader = false
  /** Whether it knows who leads. */
  hasSeenLease = false
  /** Whether it has read the cluster. */
  isSynced = false
  /** Whether it listens for questions that it cannot answer yet, whoever leads. */
  isReading = false

  elected({ reason }: ElectionFact): void {
    if (reason === 'LeaseRequestFailed') return
    this.hasSeenLease = true
    this.isLeader = reason === 'LeaseAcquired'
  }

  /** There is no election. */
  leadsAlone(): void {
    this.hasSeenLease = true
    this.isLeader = true
  }

  /** A replica that waits is ready: another one leads. */
  get readyPage(): Page {
    if (!this.hasSeenLease) return { status: 503, text: 'the Lease has not been read\n' }
    return this.isReading || (this.isLeader && !this.isSynced)
      ? { status: 503, text: 'the cluster is being read\n' }
      : okPage
  }
}
