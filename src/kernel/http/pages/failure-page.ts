import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Failure } from '../../operation/contract/failures.ts'
import { sendPage } from '../html.ts'
import { messagePage } from './message-page.ts'
import { failedMessages as messages } from './messages.ts'
import { sendNotFoundPage } from './not-found-page.ts'

/** What a browser shows when the page it opened, or the form it sent, is refused. Programs get the same as JSON. */
export async function sendFailurePage(req: IncomingMessage, res: ServerResponse, failure: Failure): Promise<void> {
  if (failure.code === 'not_found') return sendNotFoundPage(req, res)
  const write = () =>
    messagePage({ pageTitle: messages.pageTitle(), title: messages.title(), help: String(failure.text) })
  const { status, retryAfterSeconds: wait } = failure
  await sendPage(req, res, status, write, { headers: wait === undefined ? {} : { 'Retry-After': String(wait) } })
}
