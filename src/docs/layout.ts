import { type Html, html } from '../kernel/http/html.ts'
import { groupTitles, docsMessages as messages } from './messages.ts'
import { addressOf, navigationOf, pathPrefix } from './navigation.ts'
import type { DocsPage, DocsSite } from './site.ts'

const maxListedLevel = 3
/** A list of headings that is longer than the page is high is of no use. */
const maxListed = 40

/** What stands in the body of a page: bar, navigation, text and its headings. */
export function pageBody(site: DocsSite, page: DocsPage): Html {
  return html`<a class="skip" href="#content">${messages.skip()}</a>
<header class="docs-bar">
<a class="logo" href="${pathPrefix}">Showcaller</a>
<div class="search" data-search="${messages.search()}"></div>
<a class="button quiet" href="/">${messages.panel()}</a>
</header>
<div class="docs">
<details class="docs-menu"><summary>${messages.menu()}</summary>${navigationList(site, page)}</details>
<nav class="docs-nav" aria-label="${messages.pages()}">${navigationList(site, page)}</nav>
<main id="content" tabindex="-1"><article>${page.body}</article>${
    page.operation === undefined ? undefined : html`<section class="try" data-try="${page.operation}"></section>`
  }</main>
${headingList(page)}
</div>`
}

function navigationList(site: DocsSite, page: DocsPage): Html {
  const groups = navigationOf(site.names).map(({ name, pages }) => {
    const links = pages.map((one) => link(addressOf(one), site.titleOf(one), isWithin(page, one)))
    return html`<section><h2>${groupTitles[name]()}</h2><ul>${links}</ul></section>`
  })
  return html`${groups}`
}

/** An operation stands below the list of operations. */
function isWithin(page: DocsPage, name: string): boolean {
  return page.name === name || (page.operation !== undefined && name === 'reference/README')
}

function link(address: string, title: string, isCurrent: boolean): Html {
  return isCurrent
    ? html`<li><a href="${address}" aria-current="page">${title}</a></li>`
    : html`<li><a href="${address}">${title}</a></li>`
}

function headingList({ headings }: DocsPage): Html {
  const listed = headings.filter(({ level }) => level > 1 && level <= maxListedLevel)
  const shown = listed.length > maxListed ? listed.filter(({ level }) => level === 2) : listed
  if (shown.length < 2) return html`<div></div>`
  const links = shown.map(({ id, text, level }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`)
  return html`<nav class="docs-headings" aria-label="${messages.onThisPage()}"><h2>${messages.onThisPage()}</h2><ul>${links}</ul></nav>`
}
