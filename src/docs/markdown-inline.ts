import { type Html, html } from '../kernel/http/html.ts'

/** The address of what a link or a picture names; undefined for what is not served, which is then plain text. */
export type LinkTo = (target: string, sort: 'link' | 'picture') => string | undefined

const label = '(?:[^\\[\\]`\\\\]|\\\\.|`[^`]*`|\\[[^\\]]*\\])'
const destination = '\\(<?([^)\\s>]+)>?(?:\\s+"[^"]*")?\\)'
const pieceShape = new RegExp(
  [
    '(?<code>`+)(?<codeText>[\\s\\S]*?[^`])\\k<code>(?!`)',
    '\\\\(?<escaped>[\\\\`*_{}[\\]()#+\\-.!<>|])',
    `!\\[(?<alt>[^\\]]*)\\]${destination.replace('([', '(?<picture>[')}`,
    `\\[(?<text>${label}*)\\]${destination.replace('([', '(?<target>[')}`,
    '<(?<address>https?://[^>\\s]+)>',
    '\\*\\*(?<strong>(?:[^*]|\\*(?!\\*))+?)\\*\\*',
    '(?<![\\w*])\\*(?<em>[^*\\s](?:[^*]*[^*\\s])?)\\*(?![\\w*])',
  ].join('|'),
  'g',
)

/** Code, links, pictures, strong and emphasised text. */
export function inline(source: string, linkTo: LinkTo): Html {
  const pieces: (Html | string)[] = []
  let end = 0
  for (const match of source.matchAll(pieceShape)) {
    pieces.push(source.slice(end, match.index), piece(match.groups ?? {}, linkTo))
    end = match.index + match[0].length
  }
  pieces.push(source.slice(end))
  return html`${pieces}`
}

function piece(groups: Readonly<Record<string, string | undefined>>, linkTo: LinkTo): Html {
  const { codeText, escaped, alt, picture, text, target, address, strong, em } = groups
  if (codeText !== undefined) return html`<code>${trimCode(codeText)}</code>`
  if (escaped !== undefined) return html`${escaped}`
  if (picture !== undefined) return drawPicture(linkTo(picture, 'picture'), alt ?? '')
  if (text !== undefined && target !== undefined) return drawLink(linkTo(target, 'link'), inline(text, linkTo))
  if (address !== undefined) return drawLink(address, html`${address}`)
  if (strong !== undefined) return html`<strong>${inline(strong, linkTo)}</strong>`
  return html`<em>${inline(em ?? '', linkTo)}</em>`
}

/** A page of others opens in a tab of its own. It does not learn which page led to it, which the headers see to. */
function drawLink(address: string | undefined, text: Html): Html {
  if (address === undefined) return text
  return /^[a-z]+:/i.test(address)
    ? html`<a href="${address}" target="_blank" rel="noopener noreferrer">${text}</a>`
    : html`<a href="${address}">${text}</a>`
}

function drawPicture(address: string | undefined, alt: string): Html {
  return address === undefined ? html`` : html`<img src="${address}" alt="${alt}" loading="lazy">`
}

function trimCode(text: string): string {
  const line = text.replaceAll('\n', ' ')
  return /^ .* $/.test(line) && line.trim() !== '' ? line.slice(1, -1) : line
}

/** The same text without marks, for titles and the search. */
export function plainText(source: string): string {
  return source.replace(pieceShape, (...found) => {
    const groups = found.at(-1) as Readonly<Record<string, string | undefined>>
    const { codeText, escaped, picture, text, address, strong, em } = groups
    if (picture !== undefined) return ''
    if (codeText !== undefined) return trimCode(codeText)
    return escaped ?? address ?? plainText(text ?? strong ?? em ?? '')
  })
}
