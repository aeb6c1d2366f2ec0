import type { Pickable } from '../../picker/pickable.ts'
import { automationMessages } from './messages.ts'
import { triggerEvents, triggerKinds } from './trigger-kinds.ts'
import { wordsOfTrigger } from './trigger-words.ts'

/** Changes of what the panel has, which few people react to. */
const isAboutContent = /\.(?:saved|created|changed|defined|deleted|removed|ordered|toggled|linked|unlinked|failed)$/

/** What happens to the channel rather than to its content. */
const isAboutStream = /^(?:clip|stream|obs|points|watch-time|chat|reward|discord)\./

/** Whatever can start an automation, for the dialog that searches it. */
export function pickableTriggers(): Pickable[] {
  const others = triggerKinds.map(({ key, icon, title, help }) => ({
    key,
    icon,
    title: title(),
    words: wordsOfTrigger(key),
    help: help(),
    group: automationMessages.otherTriggers(),
  }))
  const events = triggerEvents.map(({ kind, icon, title, group }) => ({
    key: `event:${kind}`,
    icon,
    title: title(),
    words: wordsOfTrigger(`event:${kind}`),
    group,
    isRare: isAboutContent.test(kind) && !isAboutStream.test(kind),
  }))
  return [...others, ...events]
}
