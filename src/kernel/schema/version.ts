/**
 * A short name for a content: the same for equal contents, whatever the order of their keys. It says whether something
 * has changed, and is no protection against anybody: 64 bits of FNV-1a, from two bases.
 */
export function versionOf(content: unknown): string {
  const text = stableText(content) ?? ''
  return [0x811c9dc5, 0x01000193].map((basis) => hashOf(text, basis)).join('')
}

/** As the other side receives it: the order of keys and keys without a value do not count. */
export function stableText(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

function hashOf(text: string, basis: number): string {
  let hash = basis
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
