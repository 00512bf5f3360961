import { errnoText } from '../errno.ts'
import { type FactOf, message } from '../message/message.ts'

/** Why a port of this machine cannot be used. `errno`: such as EADDRINUSE. */
export type PortFact = FactOf<typeof AddressNotListenedOn>

/** Why a port of this machine cannot be used. `errno`: such as EADDRINUSE. */
export const AddressNotListenedOn = message(
  'AddressNotListenedOn',
  ({ host, port, errno }: { host: string; port: number; errno: string }) =>
    `cannot listen on ${host}:${port}: ${texts[errno] ?? errnoText(errno)}`,
)

/** Texts that differ for addresses. */
const texts: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'it is not an address of this machine',
}
