import { chooseLanguage, directionOf, type Language } from '../src/kernel/text/languages.ts'
import { type Catalogue, useCatalogue } from '../src/kernel/text/message.ts'

/** The language of the browser, from the texts that are packed with the extension. English stands in the code. */
export async function useBrowserLanguage(): Promise<void> {
  const packed: Readonly<Record<string, Catalogue['texts']>> = await fetch('/texts.json')
    .then((response) => response.json())
    .catch(() => ({}))
  const language = chooseLanguage(navigator.languages, ['en', ...(Object.keys(packed) as Language[])])
  const texts = packed[language]
  if (texts !== undefined) useCatalogue({ locale: language, texts, isolates: directionOf(language) === 'rtl' })
}
