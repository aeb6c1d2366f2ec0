const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day, YYYY-MM-DD, that a moment falls on in a time zone. */
export function localDay(timeZone: string, at: number): string {
  if (timeZone === 'UTC') return new Date(at).toISOString().slice(0, 10)
  return formatFor(timeZone).format(at)
}

/** Making a format costs a thousand times what using it does. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  // Sweden writes its dates the way we do.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format
}
