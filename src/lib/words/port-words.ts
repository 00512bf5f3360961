import { errnoText } from '../errno.ts'
import type { PortFact } from '../host/port-fact.ts'
import type { Vocabulary } from './phrase.ts'

export const portWords: Vocabulary<PortFact> = {
  AddressNotListenedOn: ({ host, port, errno }) =>
    `cannot listen on ${host}:${port}: ${texts[errno] ?? errnoText(errno)}`,
}

/** Texts that differ for addresses. */
const texts: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'it is not an address of this machine',
}
