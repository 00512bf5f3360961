/** A DNS server of a node: ADDRESS, NAME and its address. All other names do not exist. */
import { createSocket } from 'node:dgram'

const [address, name = '', target = ''] = process.argv.slice(2)

/** Of the header of an answer (RFC 1035, 4.1.1): a response, authoritative, recursion available. */
const answered = 0x8580
const noSuchName = 3
const typeA = 1

/** Name and type of the one question, and where it ends. */
function questionOf(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { asked: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(query: Buffer): Buffer {
  const { asked, type, end } = questionOf(query)
  const isKnown = asked === name
  const isAnswered = isKnown && type === typeA
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(isKnown ? answered : answered | noSuchName, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(isAnswered ? 1 : 0, 6)
  const record = Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 30, 0, 4, ...target.split('.').map(Number)])
  return Buffer.concat([header, query.subarray(12, end), ...(isAnswered ? [record] : [])])
}

const socket = createSocket('udp4')
socket.on('message', (query, { port, address: from }) => socket.send(answerTo(query), port, from))
socket.bind(53, address)
