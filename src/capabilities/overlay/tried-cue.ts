import { anyObject, boolean, nullable, object, oneOf, text } from '../../kernel/schema/schema.ts'
import { cueKinds } from './contract/cues.ts'

/** What a test answers: the panel shows the item on a stage of its own, whether or not an overlay is connected. */
export const triedCue = object({
  id: nullable(text({ description: 'The delivery that an overlay page has confirmed; null without one.' })),
  is_sent: boolean({ description: 'Whether it was sent to a page, which may not have confirmed it in time.' }),
  cue: object({ kind: oneOf(cueKinds), payload: anyObject({ description: 'What a page gets.' }) }),
})

/** The answer of an example. */
export function exampleCue(id: string, kind: (typeof cueKinds)[number], payload: Readonly<Record<string, unknown>>) {
  return { id, is_sent: true, cue: { kind, payload } }
}
