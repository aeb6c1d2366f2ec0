/** An entry that is found by typing what a person calls it. */
export interface Searchable {
  readonly title: string
  /** Other names for it, each a list separated by commas. */
  readonly words?: readonly string[] | undefined
  readonly help?: string | undefined
  readonly group?: string | undefined
  /** For few people: after others that match as well. */
  readonly isRare?: boolean | undefined
}

/**
 * The entries that have every typed word, best first: those that are called so, those whose name begins so, those with
 * a word that begins so, then those that only contain it. Entries of one rank keep their order.
 */
export function search<E extends Searchable>(entries: readonly E[], typed: string): E[] {
  const wanted = plain(typed)
  if (wanted === '') return [...entries]
  const parts = wanted.split(' ')
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted, parts) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((one, other) => Number(one.rank) - Number(other.rank))
    .map(({ entry }) => entry)
}

const rareBehind = 0.5

function rankOf(entry: Searchable, wanted: string, parts: readonly string[]): number | undefined {
  const title = plain(entry.title)
  const names = [title, ...(entry.words ?? []).flatMap((list) => list.split(/[,،、]/).map(plain))]
  const rank = rankOfNames(title, names, wanted, parts) ?? rankOfRest(entry, names, parts)
  return rank === undefined ? undefined : rank + (entry.isRare === true ? rareBehind : 0)
}

function rankOfNames(
  title: string,
  names: readonly string[],
  wanted: string,
  parts: readonly string[],
): number | undefined {
  if (title === wanted) return 0
  if (names.includes(wanted)) return 1
  if (title.startsWith(wanted)) return 2
  if (beginsWords(title, parts)) return 3
  if (names.some((name) => name.startsWith(wanted))) return 4
  if (names.some((name) => beginsWords(name, parts))) return 5
  return undefined
}

/** The words of a search may stand in several names, and in what explains the entry. */
function rankOfRest({ help = '', group = '' }: Searchable, names: readonly string[], parts: readonly string[]) {
  const name = names.join(' ')
  const all = `${name} ${plain(group)} ${plain(help)}`
  if (beginsWords(name, parts)) return 6
  if (parts.every((part) => name.includes(part))) return 7
  return parts.every((part) => all.includes(part)) ? 8 : undefined
}

/** Whether each part begins a word of the text. */
function beginsWords(text: string, parts: readonly string[]): boolean {
  const words = text.split(' ')
  return parts.every((part) => words.some((word) => word.startsWith(part)))
}

/** As it is compared: without capitals, accents, vowel signs and punctuation; `ı` is typed as `i` on many keyboards. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
