import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const vtsCardMessages = defineMessages('settings.vts', {
  title: 'VTube Studio',
  help: 'Triggers the hotkeys of your model from chat, decks and automations, and starts automations when you press them. Off until you set it up.',
  askAgain: 'Ask again',
  asked: 'VTube Studio asks again.',
})
