import type { Catalogue, MessageText, PluralText } from '../src/kernel/text/message.ts'

/** English texts by key, as `collectMessages` finds them. */
export type Listing = ReadonlyMap<string, MessageText>

/** What is wrong with a catalogue, one line for each fault, with its file and key. */
export function checkCatalogue(listing: Listing, catalogue: Catalogue, file: string): string[] {
  const keys = Object.keys(catalogue.texts)
  const faults = keys.flatMap((key, index) => {
    const english = listing.get(key)
    if (english === undefined) return [`${key}: there is no such message`]
    const isSorted = index === 0 || (keys[index - 1] ?? '') < key
    const order = isSorted ? [] : [`${key}: stands after ${keys[index - 1]}; keys are sorted`]
    return [...order, ...checkText(key, english, catalogue.texts[key] ?? '', catalogue.locale)]
  })
  return faults.map((fault) => `${file}: ${fault}`)
}

export function missingKeys(listing: Listing, { texts }: Catalogue): string[] {
  return [...listing.keys()].filter((key) => !Object.hasOwn(texts, key))
}

/**
 * Messages with the English text of a common one, which should be used instead. Those that a translator must be free to
 * word otherwise, such as a verb beside a noun, are `separate`.
 */
export function checkRepeats(listing: Listing, separate: readonly string[]): string[] {
  const isCommon = (key: string) => key.startsWith('common.')
  const common = new Map(
    [...listing].filter(([key]) => isCommon(key)).map(([key, text]) => [JSON.stringify(text), key]),
  )
  const repeating = new Map(
    [...listing].flatMap(([key, text]): [string, string][] => {
      const shared = isCommon(key) ? undefined : common.get(JSON.stringify(text))
      return shared === undefined ? [] : [[key, shared]]
    }),
  )
  return [
    ...[...repeating]
      .filter(([key]) => !separate.includes(key))
      .map(([key, shared]) => `${key}: has the text of ${shared}; use that message`),
    ...separate
      .filter((key) => !repeating.has(key))
      .map((key) => `${key}: repeats no common text, so it need not be listed as separate`),
  ]
}

function checkText(key: string, english: MessageText, text: MessageText, locale: string): string[] {
  if (typeof text === 'string') {
    // A language without plurals needs no plural object; one that has them does.
    const isPlural = typeof english !== 'string' && categoriesOf(locale).length > 1
    if (isPlural) return [`${key}: needs the plural forms ${categoriesOf(locale).join(', ')}`]
    return checkVariant(key, english, text, true)
  }
  if (typeof english === 'string') return [`${key}: is not counted in English, so it has one text`]
  return [
    ...checkPlural(key, english, text, locale),
    ...variantsOf(text).flatMap(([category, variant]) =>
      checkVariant(`${key}.${category}`, english, variant, category === 'other'),
    ),
  ]
}

/** In Spanish, French and Portuguese `many` is for whole millions; without it they are written like `other`. */
const onlyMillions: Readonly<Record<string, readonly string[]>> = { es: ['many'], fr: ['many'], 'pt-BR': ['many'] }

function checkPlural(key: string, english: PluralText, text: PluralText, locale: string): string[] {
  const needed = categoriesOf(locale)
  const optional = onlyMillions[locale] ?? []
  const given = variantsOf(text).map(([category]) => category)
  return [
    ...(text.plural === english.plural ? [] : [`${key}: counts ${text.plural}, not ${english.plural}`]),
    ...needed
      .filter((one) => !given.includes(one) && !optional.includes(one))
      .map((one) => `${key}: the plural form ${one} is missing`),
    ...given.filter((one) => !needed.includes(one)).map((one) => `${key}: ${locale} has no plural form ${one}`),
  ]
}

/** Placeholders with their formats, variables of commands, the optional parts of the sentences of steps, markup. */
function checkVariant(key: string, english: MessageText, text: string, isComplete: boolean): string[] {
  if (typeof text !== 'string' || text.trim() === '') return [`${key}: is empty`]
  const wanted = placeholdersIn(english)
  const given = placeholdersIn(text)
  // "One viewer" may leave the number out, as English may.
  const counted = typeof english === 'string' ? undefined : english.plural
  const optional = (one: string) => !isComplete && counted !== undefined && nameOf(one) === counted
  return [
    ...[...wanted].filter((one) => !given.has(one) && !optional(one)).map((one) => `${key}: {${one}} is missing`),
    ...[...given].filter((one) => !wanted.has(one)).map((one) => `${key}: {${one}} is not in the English text`),
    ...(variablesIn(text) === variablesIn(english)
      ? []
      : [`${key}: has ${variablesIn(text)}, not ${variablesIn(english)}`]),
    ...(bracketsIn(text) === bracketsIn(english) ? [] : [`${key}: has other parts in brackets than the English text`]),
    ...(markupIn(text) === markupIn(english) ? [] : [`${key}: has other markup than the English text`]),
  ]
}

function placeholdersIn(text: MessageText): Set<string> {
  const texts = typeof text === 'string' ? [text] : variantsOf(text).map(([, variant]) => variant)
  const found = texts.flatMap((one) =>
    [...one.replaceAll('{{', '').matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name),
  )
  return new Set(found)
}

/**
 * The variables of a text for chat, such as `$(points $(touser))`, sorted. The words that `$(pick …)` chooses from are
 * translated.
 */
function variablesIn(text: MessageText): string {
  const written = typeof text === 'string' ? text : text.other
  return [...written.matchAll(/\$\(((?:[^()]|\([^()]*\))+)\)/g)]
    .map(([whole]) => whole.replace(/^\$\(pick .+\)$/, '$(pick …)'))
    .sort()
    .join(' ')
}

/** How many parts of a step's sentence are left out when their field is empty. */
function bracketsIn(text: MessageText): number {
  return typeof text === 'string' ? [...text.matchAll(/\[[^\]]*\{[^\]]*\]/g)].length : 0
}

/** Code between backticks, which is kept as it is, and how often bold text begins and ends. */
function markupIn(text: MessageText): string {
  const written = typeof text === 'string' ? text : text.other
  return (written.match(/`[^`]*`|`|\*\*/g) ?? []).sort().join(' ')
}

function nameOf(placeholder: string): string {
  return placeholder.split(':')[0] ?? ''
}

function variantsOf({ plural: _counted, ...variants }: PluralText): [category: string, text: string][] {
  return Object.entries(variants)
}

function categoriesOf(locale: string): string[] {
  return new Intl.PluralRules(locale).resolvedOptions().pluralCategories
}
