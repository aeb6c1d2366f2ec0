/** The same value with the texts of these fields changed, wherever they stand, and lists of texts under such a name. */
export function mapNamedTexts<T>(
  value: T,
  fields: ReadonlySet<string>,
  change: (text: string, field: string) => string,
): T {
  const mapped = (part: unknown, field: string): unknown => {
    if (typeof part === 'string') return fields.has(field) ? change(part, field) : part
    if (Array.isArray(part)) return part.map((one) => mapped(one, field))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, mapped(inner, name)]))
  }
  return mapped(value, '') as T
}
