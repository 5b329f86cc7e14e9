const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const DNS_LABEL = new RegExp(`^${LABEL}$`);
const DNS_SUBDOMAIN = new RegExp(`^${LABEL}(\\.${LABEL})*$`);

/** Whether a text is a DNS subdomain (RFC 1123), as names of objects are. */
export function isObjectName(name: string): boolean {
  return name.length <= 253 && DNS_SUBDOMAIN.test(name);
}

/** Whether a text is a DNS label (RFC 1123), as names in objects are, those of volumes for one. */
export function isDnsLabel(name: string): boolean {
  return name.length <= 63 && DNS_LABEL.test(name);
}
