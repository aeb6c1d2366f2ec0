import { defineEvent } from '../../../definitions/define-event.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { platformTitles } from '../../../platforms/contract/platforms.ts'

const messages = defineMessages('events.settings', {
  platformConnected: 'Platform connected',
  connectedAs: '{service} connected as {username}',
  platformDisconnected: 'Platform disconnected',
  disconnected: '{service} disconnected',
  connecting: 'Connecting a platform',
  startedConnecting: 'Started to connect {service}',
  check: 'Platform checked',
  checked: 'Connection to {service} checked',
})

const readers = { role: 'viewer', scope: null } as const

const auditReaders = { role: 'editor', scope: null } as const

function titleOf(service: string): string {
  const titles: Readonly<Record<string, string>> = platformTitles
  return titles[service] ?? service.charAt(0).toUpperCase() + service.slice(1)
}

const account = object({ service: text(), role: text(), username: text() })

export const platformConnected = defineEvent({
  kind: 'platform.connected',
  group: 'panel',
  icon: 'settings',
  title: messages.platformConnected,
  data: account,
  readableBy: readers,
  sentence: ({ service, username }) => messages.connectedAs({ service: titleOf(service), username }),
})

export const platformDisconnected = defineEvent({
  kind: 'platform.disconnected',
  group: 'panel',
  icon: 'settings',
  title: messages.platformDisconnected,
  data: account,
  readableBy: readers,
  sentence: ({ service }) => messages.disconnected({ service: titleOf(service) }),
})

export const connectingStarted = defineEvent({
  kind: 'panel.begin-connecting',
  group: 'panel',
  icon: 'settings',
  title: messages.connecting,
  data: object({ service: text(), role: text() }),
  readableBy: auditReaders,
  sentence: ({ service }) => messages.startedConnecting({ service: titleOf(service) }),
})

export const platformChecked = defineEvent({
  kind: 'panel.check-platform',
  group: 'panel',
  icon: 'settings',
  title: messages.check,
  data: object({ service: text() }),
  readableBy: auditReaders,
  sentence: ({ service }) => messages.checked({ service: titleOf(service) }),
})

export const connectionEvents = [platformConnected, platformDisconnected, connectingStarted, platformChecked] as const
