import { line } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'

const messages = defineMessages('widgets.ads', {
  title: 'Ad countdown',
  help: 'How soon the next ad break begins, and how long it is. Hidden while none is near.',
  label: 'Text before the ad break',
  text: 'Text during the ad break',
})

/** A preview does not count: its moment never comes. */
const never = 8_640_000_000_000_000

export const ads = defineWidget({
  type: 'ads',
  title: messages.title,
  help: messages.help,
  group: 'show',
  icon: 'M2.75 4.25h10.5v7.5H2.75zM6.75 6.25v3.5L9.5 8z',
  size: { width: 400, height: 150 },
  settings: {
    label: line({ title: messages.label }, { max: 60 }),
    text: line({ title: messages.text }, { max: 60 }),
  },
  sources: () => [source('ads')],
  sample: {
    settings: { label: 'Ads in', text: 'Ads end in' },
    data: { ads: { next: { platform: 'twitch', is_running: false, seconds: 90, left: 45, at: never } } },
  },
})
