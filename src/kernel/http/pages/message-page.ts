import { html, page } from '../html.ts'
import { notFoundMessages } from './messages.ts'

/** A page with one message and the way home. */
export function messagePage(texts: { readonly pageTitle: string; readonly title: string; readonly help: string }) {
  return page({
    title: texts.pageTitle,
    body: html`<main class="narrow">
<p class="logo">Showcaller</p>
<h1>${texts.title}</h1>
<p>${texts.help}</p>
<p><a class="button" href="/">${notFoundMessages.goHome()}</a></p>
</main>`,
  })
}
