import { defineEvent } from '../../../definitions/define-event.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { anyObject, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { platformTitles } from '../../../platforms/contract/platforms.ts'

/** Settings of the channel, its connections and its data. */
const messages = defineMessages('events.settings', {
  setting: 'Settings changed',
  settingChanged: 'Settings changed: {setting}',
  timeZone: 'Time zone changed',
  timeZoneChanged: 'Time zone changed to {timeZone}',
  platformConnected: 'Platform connected',
  connectedAs: '{service} connected as {username}',
  platformDisconnected: 'Platform disconnected',
  disconnected: '{service} disconnected',
  connecting: 'Connecting a platform',
  startedConnecting: 'Started to connect {service}',
  check: 'Platform checked',
  checked: 'Connection to {service} checked',
  extensionPaired: 'Clip extension paired',
  extensionUnpaired: 'Clip extension unpaired',
  pairingCode: 'Pairing code for the clip extension created',
  backup: 'Backup downloaded',
  backupStarted: 'Backup started',
  backupRestored: 'Backup restored',
  backupRestoredNamed: 'Backup {name} restored',
  called: 'Panel action',
  calledOperation: 'Called {operation}',
})

const readers = { role: 'viewer', scope: null } as const
const auditReaders = { role: 'editor', scope: null } as const

function titleOf(service: string): string {
  const titles: Readonly<Record<string, string>> = platformTitles
  return titles[service] ?? service.charAt(0).toUpperCase() + service.slice(1)
}

export const settingChanged = defineEvent({
  kind: 'setting.changed',
  group: 'panel',
  icon: 'settings',
  title: messages.setting,
  data: object({ name: text(), value: anyObject() }),
  readableBy: readers,
  changes: 'setting',
  sentence: ({ name }) =>
    messages.settingChanged({ setting: { key: `settings.${name}.title`, text: name.replaceAll('_', ' ') } }),
})

export const timeZoneChanged = defineEvent({
  kind: 'channel.time-zone-changed',
  group: 'panel',
  icon: 'settings',
  title: messages.timeZone,
  data: object({ time_zone: text() }),
  readableBy: readers,
  sentence: ({ time_zone }) => messages.timeZoneChanged({ timeZone: time_zone }),
})

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

export const backupDownloaded = defineEvent({
  kind: 'backup.downloaded',
  group: 'panel',
  icon: 'download',
  title: messages.backup,
  data: object({}),
  readableBy: auditReaders,
  sentence: () => messages.backup(),
})

export const backupStarted = defineEvent({
  kind: 'backup.started',
  group: 'panel',
  icon: 'download',
  title: messages.backupStarted,
  data: object({}),
  readableBy: auditReaders,
  sentence: () => messages.backupStarted(),
})

/** Written before the restart into the database that is replaced, and after it into the restored one. */
export const backupRestored = defineEvent({
  kind: 'backup.restored',
  group: 'panel',
  icon: 'download',
  title: messages.backupRestored,
  data: object({ name: text() }),
  readableBy: auditReaders,
  sentence: ({ name }) => messages.backupRestoredNamed({ name }),
})

/** The audit entry of a panel operation without an event of its own, such as pausing a queue that is paused already. */
export const panelCalled = defineEvent({
  kind: 'panel.called',
  group: 'panel',
  icon: 'console',
  title: messages.called,
  data: object({ operation: text() }),
  readableBy: auditReaders,
  sentence: ({ operation }) => messages.calledOperation({ operation }),
})

export const settingsEvents = [
  settingChanged,
  timeZoneChanged,
  platformConnected,
  platformDisconnected,
  connectingStarted,
  platformChecked,
  extensionPaired,
  extensionUnpaired,
  pairingCodeCreated,
  backupDownloaded,
  backupStarted,
  backupRestored,
  panelCalled,
] as const
