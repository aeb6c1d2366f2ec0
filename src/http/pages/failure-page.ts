import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Failure } from '../../contract/failures.ts'
import { saySpec, writeSentence } from '../../contract/sentence.ts'
import { html, page, sendPage } from '../html.ts'
import { failedMessages as messages, notFoundMessages } from './messages.ts'
import { sendNotFoundPage } from './not-found-page.ts'

/** What a browser shows when the page it opened, or the form it sent, is refused. Programs get the same as JSON. */
export async function sendFailurePage(req: IncomingMessage, res: ServerResponse, failure: Failure): Promise<void> {
  if (failure.code === 'not_found') return sendNotFoundPage(req, res)
  const write = () =>
    page({
      title: messages.pageTitle(),
      body: html`<main class="narrow">
<p class="logo">Showcaller</p>
<h1>${messages.title()}</h1>
<p>${writeSentence(failure.sentence, saySpec)}</p>
<p><a class="button" href="/">${notFoundMessages.goHome()}</a></p>
</main>`,
    })
  const { status, retryAfterSeconds: wait } = failure
  await sendPage(req, res, status, write, { headers: wait === undefined ? {} : { 'Retry-After': String(wait) } })
}
