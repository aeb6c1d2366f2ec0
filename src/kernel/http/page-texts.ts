import type { IncomingMessage } from 'node:http'
import { readerCatalogue } from '../catalogues.ts'
import { directionOf } from '../text/languages.ts'

/**
 * A page that is a file, in the language of its reader: the texts that it shows come with it as data, which its script
 * reads. English stands in the script.
 */
export async function withTexts(
  req: Pick<IncomingMessage, 'headers'>,
  page: string,
  isShown: (key: string) => boolean,
): Promise<string> {
  const { locale, texts } = await readerCatalogue(req)
  if (locale === 'en') return page
  const own = Object.entries(texts).filter(([key]) => isShown(key))
  // Nothing in the data can end the element.
  const data = JSON.stringify({ locale, texts: Object.fromEntries(own) }).replaceAll('<', '\\u003c')
  return page
    .replace('<html lang="en">', `<html lang="${locale}" dir="${directionOf(locale)}">`)
    .replace('</head>', () => `<script type="application/json" id="texts">${data}</script></head>`)
}
