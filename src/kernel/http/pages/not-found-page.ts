import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendPage } from '../html.ts'
import { messagePage } from './message-page.ts'
import { notFoundMessages as messages } from './messages.ts'

/** What a browser shows at an address that nothing answers to. */
export async function sendNotFoundPage(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const write = () => messagePage({ pageTitle: messages.pageTitle(), title: messages.title(), help: messages.help() })
  await sendPage(req, res, 404, write)
}
