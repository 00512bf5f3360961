import { isIpv6 } from './ipv6.ts'

const octets = /^\d+(?:\.\d+){3}$/

/** Whether a kubelet accepts it as an IP address, with leading zeros in IPv4 (k8s.io/utils/net, ParseIPSloppy). */
export const isIpAddress = (text: string): boolean =>
  octets.test(text) ? text.split('.').every((octet) => Number(octet) <= 255) : isIpv6(text)
