import { emotes } from '../../src/capabilities/widgets/contract/widgets/emotes.ts'
import type { SourcePatch } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import { implementWidget } from '../widget.ts'
import { make } from '../widget-parts/dom.ts'

const flightMs = 4_500
const popMs = 2_600

export const widget = implementWidget(emotes, ({ element, settings }) => {
  element.classList.add('emote-field')
  let flying = 0

  function fly(url: string) {
    if (flying >= settings.max) return
    flying++
    const image = make('img', 'flying-emote')
    image.alt = ''
    image.referrerPolicy = 'no-referrer'
    const end = () => {
      flying--
      image.remove()
    }
    image.onerror = end
    // It flies once it can be seen.
    image.onload = () => {
      const moving = settings.motion === 'rise' ? riseUp(image) : popUp(image)
      moving.onfinish = end
    }
    image.style.left = `${4 + Math.random() * 88}%`
    image.style.height = `${(3.5 + Math.random() * 2) * settings.size}em`
    image.src = url
    element.append(image)
  }

  function riseUp(image: HTMLElement) {
    image.style.top = '100%'
    const drift = (Math.random() - 0.5) * 8
    const height = element.clientHeight
    return image.animate(
      [
        { transform: 'translate(0, 0) rotate(0deg)', opacity: 0 },
        { opacity: 1, offset: 0.12 },
        { opacity: 1, offset: 0.75 },
        { transform: `translate(${drift}em, ${-height}px) rotate(${drift * 5}deg)`, opacity: 0 },
      ],
      { duration: flightMs * (0.8 + Math.random() * 0.5), easing: 'linear' },
    )
  }

  function popUp(image: HTMLElement) {
    image.style.top = `${5 + Math.random() * 80}%`
    return image.animate(
      [
        { transform: 'scale(0)', opacity: 0 },
        { transform: 'scale(1.1)', opacity: 1, offset: 0.12 },
        { transform: 'scale(1)', opacity: 1, offset: 0.8 },
        { transform: 'scale(0.6)', opacity: 0 },
      ],
      { duration: popMs, easing: 'ease-out' },
    )
  }

  return {
    on: {
      emotes(data) {
        for (const { url } of (data as SourcePatch<'emotes'>).add ?? []) fly(url)
      },
    },
  }
})
