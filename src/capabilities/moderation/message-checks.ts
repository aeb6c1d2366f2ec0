import { nameKey } from '../../kernel/schema/text.ts'

/**
 * A word with a dot and an ending of letters: `example.com`, `sub.example.co.uk/path`. A full stop after it does not
 * belong to it. With a scheme, everything that follows is an address.
 */
const linkish =
  /https?:\/\/[^\s/?#]{1,253}|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}\p{L}{2,24}(?=[.-]*(?:$|[^\p{L}\p{N}.-]))/giu

/** Whether a text contains a link whose domain is not allowed; an allowed domain includes its subdomains. */
export function findsLink(text: string, allowed: readonly string[]): boolean {
  for (const [found] of text.matchAll(linkish)) if (!isAllowedLink(found, allowed)) return true
  return false
}

export function isAllowedLink(found: string, allowed: readonly string[]): boolean {
  const domain = found
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    // Browsers read a backslash as the beginning of the path.
    .replace(/[/\\?#].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(/:\d*$/, '')
    .replace(/[^\p{L}\p{N}]+$/u, '')
  return allowed.some((one) => {
    const wanted = one.toLowerCase().replace(/^https?:\/\//, '')
    return domain === wanted || domain.endsWith(`.${wanted}`)
  })
}

/** Whether at least this share of its letters are capitals. */
export function findsCaps(
  text: string,
  { min_letters, percent }: { readonly min_letters: number; readonly percent: number },
): boolean {
  let letters = 0
  let capitals = 0
  for (const character of text) {
    if (!/\p{L}/u.test(character)) continue
    letters++
    if (/\p{Lu}/u.test(character)) capitals++
  }
  return letters >= min_letters && capitals * 100 >= letters * percent
}

const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** Whether the text contains a banned word as a whole word, or a banned phrase anywhere. */
export function findsWord(text: string, banned: readonly string[]): boolean {
  if (banned.length === 0) return false
  const line = nameKey(text)
  const words = new Set(line.split(/\s+/).flatMap((word) => [word, word.replace(edges, '')]))
  return banned.some((one) => {
    const key = nameKey(one.trim())
    return key.includes(' ') ? line.includes(key) : words.has(key)
  })
}
