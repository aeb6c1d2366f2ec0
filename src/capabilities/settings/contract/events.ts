import { defineEvent } from '../../../definitions/define-event.ts'
import { anyObject, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.settings', {
  setting: 'Settings changed',
  settingChanged: 'Settings changed: {setting}',
  timeZone: 'Time zone changed',
  timeZoneChanged: 'Time zone changed to {timeZone}',
  called: 'Panel action',
  calledOperation: 'Called {operation}',
})

const readers = { role: 'viewer', scope: null } as const

const auditReaders = { role: 'editor', scope: null } as const

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

export const settingsEvents = [settingChanged, timeZoneChanged, panelCalled] as const
