import type { IncomingMessage, ServerResponse } from 'node:http'
import { readerCatalogue } from '../catalogues.ts'
import { inLanguage } from '../text/in-language.ts'
import { directionOf } from '../text/languages.ts'
import { currentCatalogue } from '../text/message.ts'

/** A piece of HTML whose values were escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | readonly Piece[] | undefined

/** A template tag that escapes every value, except those that are `Html` already. */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) text += render(value) + (strings[index + 1] ?? '')
  return new Html(text)
}

function render(value: Piece): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(render).join('')
  return String(value).replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A complete page in the plain theme. Scripts and styles are files of our own origin, never inline. */
export function page(parts: {
  title: string
  body: Html
  styles?: readonly string[]
  scripts?: readonly string[]
}): Html {
  const { title, body, styles = ['/assets/plain.css'], scripts = [] } = parts
  const { locale } = currentCatalogue()
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/assets/light.svg">
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${scripts.map((src) => html`<script type="module" src="${src}"></script>`)}
</head>
<body>
${body}
</body>
</html>`
}

export const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; " +
  "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A page in the language of its reader: that of the account of who is signed in, or the browser's. */
export async function sendPage(
  req: Pick<IncomingMessage, 'headers'>,
  res: ServerResponse,
  status: number,
  write: () => Html,
  {
    account,
    headers = {},
  }: { account?: { readonly language: string | null } | undefined; headers?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const catalogue = await readerCatalogue(req, account)
  sendHtml(res, status, inLanguage(catalogue, write), headers)
}

function sendHtml(
  res: ServerResponse,
  status: number,
  content: Html,
  headers: Readonly<Record<string, string>> = {},
): void {
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentPolicy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...headers,
  })
  res.end(content.text)
}
