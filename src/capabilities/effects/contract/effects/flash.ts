import { count } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { color } from '../../../../definitions/setting-fields.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'

export const flash = defineEffect({
  type: 'flash',
  title: contentLabels.flash,
  help: message('effects.flash.help', 'Soft light from the edges, safe for photosensitive viewers.'),
  group: 'screen',
  icon: 'M9 2 4 9h4l-1 5 5-7H8z',
  seconds: 1.5,
  settings: {
    color: color({ title: contentLabels.colour }, { initial: '#ffffff' }),
    flashes: count(
      {
        title: message('effects.flash.flashes', 'Flashes'),
        help: message('effects.flash.flashesHelp', 'Never more than two per second.'),
      },
      { max: 10, default: 2 },
    ),
  },
})
