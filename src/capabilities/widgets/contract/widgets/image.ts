import { media } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { choice, share } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget } from '../define-widget.ts'

const messages = defineMessages('widgets.image', {
  title: contentLabels.image,
  help: 'A picture or an animation of yours, such as a logo or a frame.',
  image: contentLabels.image,
  fit: contentLabels.size,
  contain: 'All of it',
  cover: 'Fill the box',
  opacity: 'Opacity',
})

export const image = defineWidget({
  type: 'image',
  title: messages.title,
  help: messages.help,
  group: 'content',
  icon: 'M2.25 3.25h11.5v9.5H2.25zM2.5 11l3.25-3.25 3 3 2-2 2.75 2.75M10.5 6.25h.01',
  size: { width: 400, height: 400 },
  hasPlate: false,
  settings: {
    image: media({ title: messages.image }, { media: 'image', address: 'url', isRequired: true }),
    fit: choice(
      { title: messages.fit },
      { choices: { contain: { title: messages.contain }, cover: { title: messages.cover } }, default: 'contain' },
    ),
    opacity: share({ title: messages.opacity }, { min: 0.05, default: 1 }),
  },
})
