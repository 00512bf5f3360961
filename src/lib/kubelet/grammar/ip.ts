import { isIpv6 } from './ipv6.ts'

const octets = /^\d+(?:\.\d+){3}$/

/** Is it an IP address as kubelets take them, leading zeros in IPv4 included (k8s.io/utils/net, ParseIPSloppy)? */
export const isIpAddress = (text: string): boolean =>
  octets.test(text) ? text.split('.').every((octet) => Number(octet) <= 255) : isIpv6(text)
