import { type MessageValues, type Text, verbatim } from '../src/kernel/text/message.ts'
import { foreignWords } from '../src/registry/page-reasons.ts'
import { clipDetails } from './messages.ts'

export type ClipProblem = keyof typeof clipDetails

/**
 * Why there is no clip, as it comes out of the page. The code in the page has no messages, so it names the one that is
 * meant; the words are those of Kick and of the browser.
 */
export interface PageDetail {
  readonly problem?: ClipProblem
  readonly status?: number
  readonly words?: string
}

/** The page's own scripts run in the same world, so anything may come out of it. */
export function detailOf(fields: Readonly<Record<keyof PageDetail, unknown>>, channel: string): Text {
  const { problem, status, words } = fields
  const details: Readonly<Record<string, { of(parameters: MessageValues): Text }>> = clipDetails
  const known = typeof problem === 'string' && Object.hasOwn(details, problem) ? details[problem] : undefined
  if (known !== undefined) return known.of({ channel, status: Number(status) || 0 })
  return typeof words === 'string' ? verbatim(foreignWords(words)) : clipDetails.noAnswer.of()
}
