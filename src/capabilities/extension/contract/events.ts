import { defineEvent } from '../../../definitions/define-event.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.settings', {
  extensionPaired: 'Clip extension paired',
  extensionUnpaired: 'Clip extension unpaired',
  pairingCode: 'Pairing code for the clip extension created',
})

const readers = { role: 'viewer', scope: null } as const

const auditReaders = { role: 'editor', scope: null } as const

const pairing = object({ pairing_id: text(), browser: text() })

export const extensionPaired = defineEvent({
  kind: 'extension.paired',
  group: 'panel',
  icon: 'clip',
  title: messages.extensionPaired,
  data: pairing,
  readableBy: readers,
  sentence: ({ browser }) => withDetail(messages.extensionPaired(), browser),
})

export const extensionUnpaired = defineEvent({
  kind: 'extension.unpaired',
  group: 'panel',
  icon: 'clip',
  title: messages.extensionUnpaired,
  data: pairing,
  readableBy: readers,
  sentence: ({ browser }) => withDetail(messages.extensionUnpaired(), browser),
})

export const pairingCodeCreated = defineEvent({
  kind: 'panel.make-extension-code',
  group: 'panel',
  icon: 'clip',
  title: messages.pairingCode,
  data: object({}),
  readableBy: auditReaders,
  sentence: () => messages.pairingCode(),
})

export const extensionEvents = [extensionPaired, extensionUnpaired, pairingCodeCreated] as const
