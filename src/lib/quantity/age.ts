/** Ages as kubectl prints them: two units at most, the second only where it matters. */
export function age(since: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000))
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3600), Math.floor(seconds / 86_400)]
  if (Number.isNaN(seconds)) return '<unknown>'
  if (seconds < 120) return `${seconds}s`
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${seconds % 60}s`
  if (minutes < 180) return `${minutes}m`
  if (hours < 8) return minutes % 60 === 0 ? `${hours}h` : `${hours}h${minutes % 60}m`
  if (hours < 48) return `${hours}h`
  if (days < 8) return hours % 24 === 0 ? `${days}d` : `${days}d${hours % 24}h`
  return days < 730 ? `${days}d` : `${Math.floor(days / 365)}y${days % 365}d`
}
