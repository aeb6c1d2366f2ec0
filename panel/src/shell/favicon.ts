import { effect } from '@preact/signals'
import { channelLight } from '../state.ts'

const colours = { off: '%23858a94', standby: '%23f0a93b', go: '%232fb865', stop: '%23e5484d' }

/** The favicon shows the channel's state, which is visible even when the panel is behind OBS. */
export function keepFavicon(): void {
  effect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    const drawing = `%3Ccircle cx='8' cy='8' r='6' fill='${colours[channelLight.value]}'/%3E`
    const start = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    if (icon !== null) icon.href = `${start}${drawing}%3C/svg%3E`
  })
}
