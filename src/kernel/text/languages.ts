/** The languages that texts are translated to, each under its own name, in the order in which people see them. */
export const languages = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  'pt-BR': { name: 'Português (Brasil)', direction: 'ltr' },
  tr: { name: 'Türkçe', direction: 'ltr' },
  ja: { name: '日本語', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly direction: 'ltr' | 'rtl' }>>

export type Language = keyof typeof languages

/**
 * The languages that people can choose. English stands in the code; every other one has a complete catalogue in
 * `catalogues/`, which the checks compare with the messages.
 */
export const shippedLanguages = [
  'en',
  'de',
  'es',
  'fr',
  'pt-BR',
  'tr',
  'ja',
  'ar',
] as const satisfies readonly Language[]

export type ShippedLanguage = (typeof shippedLanguages)[number]

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return Object.entries(languages).find(([name]) => name === locale)?.[1].direction ?? 'ltr'
}

export function isShipped(word: string): word is ShippedLanguage {
  return (shippedLanguages as readonly string[]).includes(word)
}

/** The first language of the list that there are texts for: `pt` and `pt-PT` find `pt-BR`. English where there is none. */
export function chooseLanguage(wanted: readonly string[], shipped: readonly Language[] = shippedLanguages): Language {
  const named = (word: string) => shipped.find((one) => one.toLowerCase() === word.toLowerCase())
  const related = (word: string) => shipped.find((one) => baseOf(one) === baseOf(word))
  for (const word of wanted) {
    const found = named(word) ?? related(word)
    if (found !== undefined) return found
  }
  return 'en'
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
