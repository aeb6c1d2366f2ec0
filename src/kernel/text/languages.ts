interface LanguageDefinition {
  /** As people who speak the language call it. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** Whether a release needs every text in this language. The others show what share of their texts is translated. */
  readonly complete: boolean
  /** The language whose texts it has where its own file, which then has only what differs, says nothing. */
  readonly over?: string
  /** Where it is spoken, if the language that it is over is not: `es-MX` finds `es-419`. */
  readonly countries?: readonly string[]
}

const latinAmerica = 'AR BO CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV US UY VE'.split(' ')

/**
 * The languages that people can choose, in the order in which people see them. English stands in the code; every other
 * one has a file in `catalogues/`, and a text that the file lacks is shown in English.
 */
export const languages = {
  en: { name: 'English', direction: 'ltr', complete: true },
  de: { name: 'Deutsch', direction: 'ltr', complete: true },
  es: { name: 'Español', direction: 'ltr', complete: true },
  'es-419': {
    ...{ name: 'Español (Latinoamérica)', direction: 'ltr', complete: true },
    ...{ over: 'es', countries: latinAmerica },
  },
  fr: { name: 'Français', direction: 'ltr', complete: true },
  'pt-BR': { name: 'Português (Brasil)', direction: 'ltr', complete: true },
  tr: { name: 'Türkçe', direction: 'ltr', complete: true },
  ja: { name: '日本語', direction: 'ltr', complete: true },
  ar: { name: 'العربية', direction: 'rtl', complete: true },
} as const satisfies Readonly<Record<string, LanguageDefinition>>

export type Language = keyof typeof languages

export const shippedLanguages = Object.keys(languages) as readonly Language[]

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return definitionOf(locale)?.direction ?? 'ltr'
}

/** The language that another one is over, whose texts it shares. */
export function baseLanguageOf(locale: string): Language | undefined {
  const over = definitionOf(locale)?.over
  return over !== undefined && isShipped(over) ? over : undefined
}

function definitionOf(locale: string): LanguageDefinition | undefined {
  return isShipped(locale) ? languages[locale] : undefined
}

export function isShipped(word: string): word is Language {
  return Object.hasOwn(languages, word)
}

/**
 * The first language of the list that there are texts for: `pt` and `pt-PT` find `pt-BR`, `es-MX` finds `es-419`. English
 * where there is none.
 */
export function chooseLanguage(wanted: readonly string[], shipped: readonly Language[] = shippedLanguages): Language {
  const named = (word: string) => shipped.find((one) => one.toLowerCase() === word.toLowerCase())
  const spokenThere = (word: string) =>
    shipped.find((one) => baseOf(one) === baseOf(word) && definitionOf(one)?.countries?.includes(countryOf(word)))
  const related = (word: string) => shipped.find((one) => baseOf(one) === baseOf(word))
  for (const word of wanted) {
    const found = named(word) ?? spokenThere(word) ?? related(word)
    if (found !== undefined) return found
  }
  return 'en'
}

function countryOf(word: string): string {
  return (word.split('-').at(-1) ?? '').toUpperCase()
}

function baseOf(word: string): string {
  return (word.split('-')[0] ?? '').toLowerCase()
}

/** The languages of an `Accept-Language` header, the most wanted one first. */
export function readAcceptLanguage(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [word = '', ...options] = entry.split(';').map((part) => part.trim())
      const weight = options.find((option) => option.startsWith('q='))?.slice(2)
      return { word, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ word, weight }) => /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(word) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ word }) => word)
}
