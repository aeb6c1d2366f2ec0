import { media } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'
import { position, size } from './fields.ts'

export const image = defineEffect({
  type: 'image',
  title: contentLabels.image,
  help: message('effects.image.help', 'Shows one of your images for a moment.'),
  group: 'content',
  icon: 'M2.25 3.25h11.5v9.5H2.25zM2.5 11l3.25-3.25 3 3 2-2 2.75 2.75M10.5 6.25h.01',
  seconds: 5,
  worksAlone: false,
  settings: {
    image: media({ title: contentLabels.image }, { media: 'image', address: 'url', isRequired: true }),
    ...position,
    size: size({ min: 0.05, default: 0.45 }),
  },
})
