import { image } from '../../src/capabilities/widgets/contract/widgets/image.ts'
import { ownUrl } from '../values.ts'
import { implementWidget } from '../widget.ts'
import { make } from '../widget-parts/dom.ts'

export const widget = implementWidget(image, ({ element, settings, given }) => {
  const url = ownUrl(given.url)
  element.classList.add('image-plate')
  const picture = make('img', 'widget-image')
  picture.alt = ''
  picture.style.objectFit = settings.fit
  picture.style.opacity = String(settings.opacity)
  // A file that is gone leaves nothing on stream.
  picture.onerror = () => picture.remove()
  if (url !== undefined) {
    picture.src = url
    element.append(picture)
  }
  return {}
})
