import type { IncomingMessage } from 'node:http'
import { fs } from './node.ts'
import {
  baseLanguageOf,
  chooseLanguage,
  directionOf,
  isShipped,
  type Language,
  readAcceptLanguage,
  shippedLanguages,
} from './text/languages.ts'
import { type Catalogue, english } from './text/message.ts'

const folder = new URL('../../catalogues/', import.meta.url)
const loaded = new Map<string, Promise<Catalogue>>()

/** The texts of a language, read with the first use. English needs none. */
export function catalogueOf(language: string | null | undefined): Promise<Catalogue> {
  const known = loaded.get(language ?? 'en')
  if (known !== undefined) return known
  if (language === null || language === undefined || language === 'en' || !isShipped(language)) {
    return Promise.resolve(english)
  }
  const reading = readCatalogue(language)
  loaded.set(language, reading)
  // A file that could not be read is tried again by the next call.
  reading.catch(() => loaded.delete(language))
  return reading
}

async function readCatalogue(language: string): Promise<Catalogue> {
  const own = JSON.parse(await fs.promises.readFile(new URL(`${language}.json`, folder), 'utf8')) as Catalogue
  const base = baseLanguageOf(language)
  return base === undefined ? own : { ...own, texts: { ...(await catalogueOf(base)).texts, ...own.texts } }
}

/** A language that has no file yet, such as those of tests. */
export function addCatalogue(catalogue: Catalogue): void {
  loaded.set(catalogue.locale, Promise.resolve(catalogue))
}

/**
 * The texts for a page, where names and other values inside a text that runs from right to left are isolated from it.
 * Chat lines and Discord get none of these marks: other bots and programs read them, and some show them as boxes.
 */
export function forPages(catalogue: Catalogue): Catalogue {
  return directionOf(catalogue.locale) === 'rtl' ? { ...catalogue, isolates: true } : catalogue
}

/** The language of a reader: the one of the account, or the first of the browser's that there are texts for. */
export async function readerCatalogue(
  { headers }: Pick<IncomingMessage, 'headers'>,
  account?: { readonly language: string | null } | undefined,
): Promise<Catalogue> {
  const known = [...new Set([...shippedLanguages, ...loaded.keys()])] as readonly Language[]
  const wanted = account?.language ?? chooseLanguage(readAcceptLanguage(headers['accept-language']), known)
  return forPages(await catalogueOf(wanted))
}
