const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day, YYYY-MM-DD, of a time in a time zone. */
export function localDay(timeZone: string, at: number): string {
  if (timeZone === 'UTC') return new Date(at).toISOString().slice(0, 10)
  return formatFor(timeZone).format(at)
}

/** Cached, because creating a formatter takes a thousand times as long as using it. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  // The Swedish locale formats dates as YYYY-MM-DD.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format
}
