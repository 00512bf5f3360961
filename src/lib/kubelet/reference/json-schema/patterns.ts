/**
 * Regular expressions for schemas. They mean the same in JavaScript and in Go's RE2 (used by kubeconform), so they have
 * no lookaround. Each accepts everything that the kubelet accepts, and as little else as possible.
 */
const unit = '(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h)'
const term = `(?:(?:\\d+\\.?\\d*|\\.\\d+)${unit})`
const terms = `(?:0|${term}+)`
const zeroTerms = `(?:0|(?:(?:0+\\.?0*|\\.0+)${unit})+)`

/** Go's time.ParseDuration, except for its range. */
export const duration = `^[-+]?${terms}$`
export const notNegativeDuration = `^(?:\\+?${terms}|-${zeroTerms})$`
export const positiveDuration = `^\\+?${term}*(?:\\d*[1-9]\\d*\\.?\\d*|\\d*\\.\\d*[1-9]\\d*)${unit}${term}*$`

const suffix = '(?:[numkMGTPE]|[KMGTPE]i|[eE][-+]?\\d+)'
const unsigned = `(?:\\d+\\.?\\d*${suffix}?|\\.\\d*${suffix}?|${suffix})`
const zero = `(?:0+\\.?0*|\\.0*)${suffix}?`
const aboveZero = `(?:\\d*[1-9]\\d*\\.?\\d*|\\d*\\.\\d*[1-9]\\d*)${suffix}?`

/** If the field itself is a resource.Quantity, spaces around it are allowed. */
export const quantity = `^\\s*(?:[-+]|[-+]?${unsigned})\\s*$`
export const quantityButZero = `^\\s*[-+]?${aboveZero}\\s*$`
/** If a string is parsed as a quantity later, they are not. */
export const notNegativeQuantity = `^(?:\\+?${unsigned}|\\+|-(?:${zero})?)$`

/** At most 100, as a float32; Go has more spellings of numbers than a pattern can express. */
const percentage =
  '(?:\\+?(?:0*\\d{1,2}(?:\\.\\d*)?|0*100(?:\\.0*|\\.0{5}\\d*)?|\\.\\d+)|-0+(?:\\.0*)?|[^-\\s%]?\\S*[A-Za-z_]\\S*)%+'
/** A threshold of an eviction signal. */
export const threshold = `^(?:\\+?${aboveZero}|${percentage})$`
export const minimumReclaim = `^(?:\\+?${unsigned}|\\+|-(?:${zero})?|[^-\\s%]\\S*%+)$`
export const wholePercentage = '^(?:\\+?0*(?:\\d{1,2}|100)|-0+)%+$'

/** What Quantity.AsInt64 accepts, except for its range. */
export const plainInteger = `^(?:[-+]?(?:\\d*(?:Ki|Mi|Gi|Ti)?|\\d*\\.?\\d*(?:[kMGTPE]|[eE]\\+?\\d+)|\\d*\\.))$`

const label = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?'
const name = '[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?'
export const labelKey = `^(?:${label}(?:\\.${label})*/)?${name}$`
export const labelValue = `^(?:${name})?$`

const cpus = '\\+?\\d+(?:-[-+]?\\d+)?'
export const cpuSet = `^(?:${cpus}(?:,${cpus})*)?$`

const pathName = '(?:[^/.][^/]*|\\.[^/.][^/]*|\\.\\.[^/]+)'
/** A normalized absolute path, a relative path, or empty. */
export const cleanPath = `^(?:/|(?:/${pathName})+|[^/].*)?$`
export const ascii = '^[\\x00-\\x7f]*$'

const component = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'
const hostLabel = '[A-Za-z0-9](?:[-A-Za-z0-9]*[A-Za-z0-9])?'
const registry = `(?:${hostLabel}(?:\\.${hostLabel})*|\\[[A-Fa-f0-9:]+\\])(?::\\d+)?`
const repository = `${component}(?:/${component})*`
const imagePrefix = '[^*\\s][^*]*/\\*'
export const imagePattern = `^(?:(?:${registry}/)?${repository}|${imagePrefix})$`
export const fullImagePattern = `^(?:${registry}/${repository}|${imagePrefix})$`

const sysctlPart = '[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?'
const kernel = 'kernel[./](?:domainname|sem|shm|shm_rmid_forced|shmall|shmmax|shmmni|msg|msgmax|msgmnb|msgmni)'
export const namespacedSysctl = `^(?:${kernel}|(?:net|user|fs[./]mqueue)(?:[./]${sysctlPart})+)$`

/** The name of a cgroup. */
export const notRoot = '^(?:[^/].*|/.+)?$'
