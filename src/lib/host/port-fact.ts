/** Why a port of this machine cannot be used. `errno`: such as EADDRINUSE. */
export interface PortFact {
  readonly reason: 'AddressNotListenedOn'
  readonly host: string
  readonly port: number
  readonly errno: string
}
