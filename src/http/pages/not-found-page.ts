import type { ServerResponse } from 'node:http'
import { html, page, sendHtml } from '../html.ts'
import { notFoundMessages as messages } from './messages.ts'

/** What a browser shows at an address that nothing answers to. */
export function sendNotFoundPage(res: ServerResponse): void {
  const content = page({
    title: messages.pageTitle(),
    body: html`<main class="narrow">
<p class="logo">Showcaller</p>
<h1>${messages.title()}</h1>
<p>${messages.help()}</p>
<p><a class="button" href="/">${messages.goHome()}</a></p>
</main>`,
  })
  sendHtml(res, 404, content)
}
