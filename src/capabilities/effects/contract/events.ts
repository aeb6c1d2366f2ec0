import { defineEvent } from '../../../definitions/define-event.ts'
import { list, object, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.content', {
  effectCreated: 'Effect created',
  effectCreatedNamed: 'Effect {name} created',
  effectChanged: 'Effect changed',
  effectChangedNamed: 'Effect {name} changed',
  effectDeleted: 'Effect deleted',
  effectDeletedNamed: 'Effect {name} deleted',
  effectsReordered: 'Effects reordered',
})

const effectReaders = { role: 'viewer', scope: 'effects:read' } as const

export const effectCreated = defineEvent({
  kind: 'effect.created',
  group: 'panel',
  icon: 'effects',
  title: messages.effectCreated,
  data: object({ overlay_id: text(), name: text() }),
  readableBy: effectReaders,
  changes: 'effect',
  published: {
    example: { overlay_id: 'confetti', name: 'Confetti' },
  },
  sentence: ({ name }) => messages.effectCreatedNamed({ name }),
})

export const effectChanged = defineEvent({
  kind: 'effect.changed',
  group: 'panel',
  icon: 'effects',
  title: messages.effectChanged,
  data: object({ overlay_id: text(), name: text(), effect_type: optional(text()) }),
  readableBy: effectReaders,
  changes: 'effect',
  published: {
    example: { overlay_id: 'confetti', name: 'Confetti', effect_type: 'confetti' },
  },
  sentence: ({ name }) => messages.effectChangedNamed({ name }),
})

export const effectDeleted = defineEvent({
  kind: 'effect.deleted',
  group: 'panel',
  icon: 'effects',
  title: messages.effectDeleted,
  data: object({ overlay_id: text(), name: text() }),
  readableBy: effectReaders,
  changes: 'effect',
  published: {
    example: { overlay_id: 'confetti', name: 'Confetti' },
  },
  sentence: ({ name }) => messages.effectDeletedNamed({ name }),
})

export const effectsReordered = defineEvent({
  kind: 'effect.ordered',
  group: 'panel',
  icon: 'effects',
  title: messages.effectsReordered,
  data: object({ overlay_ids: list(text()) }),
  readableBy: effectReaders,
  changes: 'effect',
  published: {
    example: { overlay_ids: ['fireworks', 'confetti'] },
  },
  sentence: () => messages.effectsReordered(),
})

export const effectEvents = [effectCreated, effectChanged, effectDeleted, effectsReordered] as const
