import type { JsonObject } from './json-fields.ts'

const longestReason = 200

/** What a service says about its no, wherever it puts it; a few words of it, in one line. */
export function reasonIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return 'it gave no reason'
  const { message, error_description: description, error } = body as JsonObject
  const inner = typeof error === 'object' && error !== null ? (error as JsonObject).message : error
  const said = [message, description, inner].find((words) => typeof words === 'string' && words.trim() !== '')
  if (typeof said !== 'string') return 'it gave no reason'
  return said.replace(/\s+/g, ' ').trim().slice(0, longestReason).replace(/\.$/, '')
}
