import { contentLabels } from '../../../../definitions/content-labels.ts'
import { share } from '../../../../definitions/setting-fields.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'

export const shake = defineEffect({
  type: 'shake',
  title: contentLabels.shake,
  help: message('effects.shake.help', 'Shakes everything the overlay shows.'),
  group: 'screen',
  icon: 'M5 3.25h6v9.5H5zM2.75 5.5v5M13.25 5.5v5',
  seconds: 1,
  settings: {
    strength: share({ title: message('effects.shake.strength', 'Strength') }, { max: 2, default: 1 }),
  },
})
