import { defineEvent } from '../../../definitions/define-event.ts'
import { boolean, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.vts', {
  hotkey: 'VTube Studio hotkey triggered',
  hotkeyTriggered: 'Hotkey {hotkey} triggered in VTube Studio',
  model: 'VTube Studio model loaded',
  modelLoaded: 'Model {model} loaded in VTube Studio',
})

const shared = {
  group: 'vts',
  icon: 'effects',
  readableBy: { role: 'viewer', scope: 'vts:control' },
} as const

export const vtsHotkeyTriggered = defineEvent({
  ...shared,
  kind: 'vts.hotkey-triggered',
  title: messages.hotkey,
  data: object({
    hotkey: text({ title: 'Hotkey ID', description: 'As list-vts-hotkeys shows it.' }),
    name: text({ description: 'Empty for a hotkey without a name.' }),
    model: text({ description: 'The name of the model.' }),
    by_api: boolean({
      title: 'Triggered by a program',
      description: 'Whether this server or another program triggered it, not a person in VTube Studio.',
    }),
  }),
  published: {
    example: { hotkey: '21bf7ade9e664f3ec29d05156e4ce5c1', name: 'Wave', model: 'Akari', by_api: false },
  },
  sentence: ({ hotkey, name }) => messages.hotkeyTriggered({ hotkey: name === '' ? hotkey : name }),
})

export const vtsModelLoaded = defineEvent({
  ...shared,
  kind: 'vts.model-loaded',
  title: messages.model,
  data: object({ model_id: text({ title: 'Model ID' }), model: text({ description: 'The name of the model.' }) }),
  published: {
    example: { model_id: 'd8ee771d2909873b1aa0226d03ef4f51', model: 'Akari' },
  },
  sentence: ({ model }) => messages.modelLoaded({ model }),
})

export const vtsEvents = [vtsHotkeyTriggered, vtsModelLoaded] as const
