import { contentLabels } from '../../../../definitions/content-labels.ts'
import { line } from '../../../../definitions/setting-fields.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'
import { pieces } from './fields.ts'

export const emojiRain = defineEffect({
  type: 'emoji-rain',
  title: contentLabels.emojiRain,
  help: message('effects.emoji-rain.help', 'Emoji of your choice that fall.'),
  group: 'particles',
  icon: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM6 6.75h.01M10 6.75h.01M5.75 9.5c1 1.5 3.5 1.5 4.5 0',
  seconds: 8,
  settings: {
    emoji: line(
      {
        title: message('effects.emoji-rain.emoji', 'Emoji'),
        help: message('effects.emoji-rain.emojiHelp', 'Up to twelve different ones.'),
      },
      { max: 100, default: '🎉🎊⭐🔥' },
    ),
    pieces: pieces({ max: 160, default: 60 }),
  },
})
