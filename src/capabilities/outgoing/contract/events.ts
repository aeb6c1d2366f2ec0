import { defineEvent } from '../../../definitions/define-event.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.headerSecrets', {
  saved: 'Secret for web addresses saved',
  savedNamed: 'Secret {name} for {host} saved',
  deleted: 'Secret for web addresses deleted',
  deletedNamed: 'Secret {name} for {host} deleted',
})

const shared = { group: 'panel', icon: 'keys', readableBy: { role: 'editor', scope: null } } as const
const data = object({ name: text(), host: text() })

/** A secret that headers of `http_request` name. Its value is in no event. */
export const headerSecretSaved = defineEvent({
  ...shared,
  kind: 'header-secret.saved',
  title: messages.saved,
  data,
  sentence: ({ name, host }) => messages.savedNamed({ name, host }),
})

export const headerSecretDeleted = defineEvent({
  ...shared,
  kind: 'header-secret.deleted',
  title: messages.deleted,
  data,
  sentence: ({ name, host }) => messages.deletedNamed({ name, host }),
})

export const outgoingEvents = [headerSecretSaved, headerSecretDeleted] as const
