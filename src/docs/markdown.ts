import { Html, html } from '../kernel/http/html.ts'
import { inline, type LinkTo, plainText } from './markdown-inline.ts'

export interface Heading {
  readonly level: number
  /** Its address on the page, as code hosts write it. */
  readonly id: string
  readonly text: string
}

/** What stands below one heading, as plain text for the search. */
export interface Section {
  readonly heading: Heading
  text: string
}

export interface Rendered {
  readonly body: Html
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
}

/**
 * The Markdown of our own docs as HTML: headings, paragraphs, lists, tables, code, quotes, links and pictures, as
 * CommonMark and GitHub define them. Everything else is text: the files hold no HTML but comments and pictures.
 */
export function renderMarkdown(source: string, linkTo: LinkTo): Rendered {
  const headings: Heading[] = []
  const sections: Section[] = []

  function render(lines: readonly string[]): Html[] {
    const out: Html[] = []
    for (let at = 0; at < lines.length; ) {
      const block = blockAt(lines, at)
      at += block.length
      const drawn = draw(block)
      if (drawn !== undefined) out.push(drawn)
    }
    return out
  }

  function draw({ type, lines }: Block): Html | undefined {
    switch (type) {
      case 'blank':
      case 'comment':
        return undefined
      case 'heading':
        return drawHeading(lines)
      case 'code':
        return drawCode(lines)
      case 'table':
        return drawTable(lines)
      case 'list':
        return drawList(lines)
      case 'quote':
        return html`<blockquote>${render(lines.map((line) => line.replace(/^> ?/, '')))}</blockquote>`
      case 'picture':
        return picture(lines)
      case 'text':
        note(lines.join(' '))
        return html`<p>${inline(lines.join('\n'), linkTo)}</p>`
    }
  }

  function drawHeading([line = '']: readonly string[]): Html {
    const [, marks = '#', written = ''] = headingShape.exec(line) ?? []
    const text = plainText(written)
    const taken = headings.filter(({ text: other }) => slug(other) === slug(text)).length
    const heading = { level: marks.length, id: taken === 0 ? slug(text) : `${slug(text)}-${taken}`, text }
    headings.push(heading)
    sections.push({ heading, text: '' })
    const { level, id } = heading
    const tag = new Html(`h${level}`)
    return html`<${tag} id="${id}">${inline(written, linkTo)}${
      level > 1 ? html` <a class="anchor" href="#${id}" aria-label="${text}">#</a>` : undefined
    }</${tag}>`
  }

  function drawCode([first = '', ...rest]: readonly string[]): Html {
    const language = /^\s*(?:```|~~~)([\w-]*)/.exec(first)?.[1] ?? ''
    const code = rest.slice(0, -1).join('\n')
    note(code)
    return html`<pre tabindex="0" data-language="${language}"><code>${code}</code></pre>`
  }

  function drawTable([head = '', , ...rows]: readonly string[]): Html {
    const cells = (line: string) => cellsOf(line).map((cell) => inline(cell, linkTo))
    for (const line of [head, ...rows]) note(cellsOf(line).join(' '))
    const drawRow = (line: string) => html`<tr>${cells(line).map((cell) => html`<td>${cell}</td>`)}</tr>`
    const titles = cells(head).map((cell) => (cell.text === '' ? html`<td></td>` : html`<th scope="col">${cell}</th>`))
    return html`<div class="table" tabindex="0"><table><thead><tr>${titles}</tr></thead><tbody>${rows.map(drawRow)}</tbody></table></div>`
  }

  function drawList(lines: readonly string[]): Html {
    const items = itemsOf(lines)
    const start = /^\d+/.exec(lines[0] ?? '')?.[0]
    const drawn = items.map((item) => {
      const blocks = render(item)
      const [first, ...rest] = blocks
      // A list whose entries are not separated has no paragraphs.
      const isTight = !item.slice(0, -1).includes('') || rest.length > 0
      const opened = isTight && first !== undefined ? new Html(first.text.replace(/^<p>|<\/p>$/g, '')) : first
      return html`<li>${[opened, ...rest]}</li>`
    })
    if (start === undefined) return html`<ul>${drawn}</ul>`
    return start === '1' ? html`<ol>${drawn}</ol>` : html`<ol start="${start}">${drawn}</ol>`
  }

  function picture([line = '']: readonly string[]): Html | undefined {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(line)?.[1] ?? ''
    const address = linkTo(attribute('src'), 'picture')
    return address === undefined
      ? undefined
      : html`<p><img src="${address}" alt="${attribute('alt')}" width="${attribute('width')}" loading="lazy"></p>`
  }

  /** For the search. */
  function note(text: string): void {
    const section = sections.at(-1)
    if (section !== undefined) section.text += `${plainText(text)} `
  }

  const body = html`${render(source.split('\n'))}`
  return { body, headings, sections }
}

interface Block {
  readonly type: 'blank' | 'comment' | 'heading' | 'code' | 'table' | 'list' | 'quote' | 'picture' | 'text'
  readonly lines: readonly string[]
  /** The number of lines that it takes. */
  readonly length: number
}

const headingShape = /^(#{1,6}) +(.*?) *#*$/
const fenceShape = /^ {0,3}(```|~~~)/
const itemShape = /^(?:[-*]|\d{1,3}\.) +/
const rowShape = /^\|.*\|\s*$/
const ruleShape = /^\|[\s:|-]+\|\s*$/

function blockAt(lines: readonly string[], at: number): Block {
  const line = lines[at] ?? ''
  const take = (type: Block['type'], length: number): Block => ({ type, lines: lines.slice(at, at + length), length })
  const until = (stops: (line: string) => boolean) => {
    const rest = lines.slice(at + 1).findIndex(stops)
    return rest === -1 ? lines.length - at : rest + 1
  }
  if (line.trim() === '') return take('blank', 1)
  if (headingShape.test(line)) return take('heading', 1)
  const fence = fenceShape.exec(line)?.[1]
  if (fence !== undefined) return take('code', until((next) => next.trim() === fence) + 1)
  if (line.startsWith('<!--'))
    return take('comment', line.includes('-->') ? 1 : until((next) => next.includes('-->')) + 1)
  if (line.startsWith('<img ')) return take('picture', 1)
  if (rowShape.test(line) && ruleShape.test(lines[at + 1] ?? ''))
    return take(
      'table',
      until((next) => !rowShape.test(next)),
    )
  if (line.startsWith('>'))
    return take(
      'quote',
      until((next) => !next.startsWith('>')),
    )
  if (itemShape.test(line)) return take('list', lengthOfList(lines, at))
  return take('text', until(endsParagraph))
}

function endsParagraph(line: string): boolean {
  return (
    line.trim() === '' ||
    [headingShape, fenceShape, itemShape, rowShape, /^<!--/, /^>/].some((shape) => shape.test(line))
  )
}

/** Entries of the same sort, what is indented below them, and blank lines in between. */
function lengthOfList(lines: readonly string[], at: number): number {
  const isNumbered = /^\d/.test(lines[at] ?? '')
  let end = at + 1
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] ?? ''
    if (line.trim() === '') continue
    const isEntry = itemShape.test(line) && /^\d/.test(line) === isNumbered
    if (!isEntry && !/^ {2,}/.test(line)) break
    end = next + 1
  }
  return end - at
}

/** The lines of each entry, without its mark and its indentation. */
function itemsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const items: { lines: string[]; indent: number }[] = []
  for (const line of lines) {
    const mark = itemShape.exec(line)?.[0]
    const item = items.at(-1)
    if (mark !== undefined) items.push({ lines: [line.slice(mark.length)], indent: mark.length })
    else if (item !== undefined)
      item.lines.push(line.slice(Math.min(item.indent, line.length - line.trimStart().length)))
  }
  return items.map((item) => item.lines)
}

/** A bar inside code, or after a backslash, separates nothing. */
function cellsOf(line: string): readonly string[] {
  const inner = line.trim().slice(1, -1)
  return [...inner.matchAll(/(?:\\.|`[^`]*`|[^|\\`]|`)*(?:\||$)/g)]
    .map(([cell]) => cell.replace(/\|$/, '').trim().replaceAll('\\|', '|'))
    .slice(0, countBars(inner) + 1)
}

function countBars(inner: string): number {
  return inner.replace(/\\.|`[^`]*`/g, '').split('|').length - 1
}

/** As code hosts make addresses of headings. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}
