import { cueKinds } from '../contract/overlay-messages.ts'
import { anyObject, nullable, object, oneOf, text } from '../contract/schema.ts'

/** What a test answers: the panel shows the item on a stage of its own, whether or not an overlay is connected. */
export const triedCue = object({
  id: nullable(text({ description: 'The delivery that an overlay page has confirmed; null without one.' })),
  cue: object({ kind: oneOf(cueKinds), payload: anyObject({ description: 'What a page gets.' }) }),
})

/** The answer of an example. */
export function exampleCue(id: string, kind: (typeof cueKinds)[number], payload: Readonly<Record<string, unknown>>) {
  return { id, cue: { kind, payload } }
}
