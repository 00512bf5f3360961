import type { OpenCluster } from '../../../src/lib/connect/cluster.ts'
import type { Case, Side, Subject } from '../../contract/subject.ts'

export interface Login {
  readonly namespace?: string
  /** Somebody without any rights; the administrator unless told. */
  readonly user?: string
}

/** An API server with nodes behind it, and the ports to it. */
export interface PortSide extends Side {
  connect(login?: Login): Promise<OpenCluster>
}

export type PortSubject = Subject<PortSide>

/** One promise of a port. Its name begins with the port's. */
export type PortCase = Case<PortSide>

export const limits = { signal: new AbortController().signal }
