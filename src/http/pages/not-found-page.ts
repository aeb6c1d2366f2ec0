import type { IncomingMessage, ServerResponse } from 'node:http'
import { html, page, sendPage } from '../html.ts'
import { notFoundMessages as messages } from './messages.ts'

/** What a browser shows at an address that nothing answers to. */
export async function sendNotFoundPage(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const write = () =>
    page({
      title: messages.pageTitle(),
      body: html`<main class="narrow">
<p class="logo">Showcaller</p>
<h1>${messages.title()}</h1>
<p>${messages.help()}</p>
<p><a class="button" href="/">${messages.goHome()}</a></p>
</main>`,
    })
  await sendPage(req, res, 404, write)
}
