import { contentLabels } from '../../../../definitions/content-labels.ts'
import { share } from '../../../../definitions/setting-fields.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'
import { position, size } from './fields.ts'

export const spotlight = defineEffect({
  type: 'spotlight',
  title: contentLabels.spotlight,
  help: message('effects.spotlight.help', 'Darkens everything except one place.'),
  group: 'screen',
  icon: 'M3 2.5h4l-.5 2.5h-3zM4 5.5 2 12M6 5.5l6 6.5M7 13.5c0-.7 1.6-1.2 3.5-1.2s3.5.5 3.5 1.2',
  seconds: 6,
  settings: {
    ...position,
    size: size({ min: 0.1, default: 0.5 }),
    darkness: share({ title: message('effects.spotlight.darkness', 'Darkness') }, { max: 0.9, default: 0.62 }),
  },
})
