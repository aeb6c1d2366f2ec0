import { type WidgetType, widgetDefinitions } from '../../src/capabilities/widgets/contract/widgets.ts'
import type { StageWidget } from '../../src/registry/overlay-messages.ts'

type Box = readonly [left: number, top: number, width: number, height: number]
interface Placed {
  /** In pixels of a page of 1920 × 1080. */
  readonly box: Box
  readonly settings?: Readonly<Record<string, unknown>>
  readonly layer?: number
}

/** Long enough for pages that are opened after the end of a round. */
const stays = 600
export const qrContent = 'https://example.com/support?from=stream'

/** Types that have a place of their own on the stage, as close together as a broadcaster never would, or settings. */
const arranged: Readonly<Partial<Record<WidgetType, Placed>>> = {
  chat: { box: [32, 32, 452, 434] },
  events: { box: [32, 482, 452, 300] },
  song: { box: [32, 798, 452, 112] },
  text: { box: [32, 926, 452, 122], settings: { text: ['Friday show'] } },
  goal: { box: [500, 32, 452, 102], settings: { label: 'Follower goal', target: 10, start: 6 } },
  label: { box: [500, 150, 452, 114] },
  counter: { box: [500, 280, 218, 110], settings: { value: 'deaths', label: 'Deaths' } },
  viewers: { box: [734, 280, 218, 110], settings: { label: 'Viewers' } },
  countdown: { box: [500, 406, 452, 154], settings: { value: 'subathon', label: 'Subathon' } },
  poll: { box: [500, 576, 452, 294], settings: { stays } },
  cue: { box: [500, 886, 452, 162], settings: { label: 'Up next' } },
  prediction: { box: [968, 32, 452, 250], settings: { stays } },
  giveaway: { box: [968, 298, 452, 214], settings: { stays } },
  leaderboard: { box: [968, 528, 452, 316], settings: { label: 'Most points', what: 'points' } },
  clock: { box: [968, 860, 218, 92], settings: { shows: 'uptime', label: 'Live' } },
  image: { box: [1202, 860, 218, 92] },
  custom: {
    box: [968, 968, 452, 80],
    settings: {
      sources: ['latest'],
      html: '<p></p>',
      css: 'p { margin: 0; line-height: 100vh; background: #0d1016eb; border-radius: 8px; color: gold; font: 600 40vh/100vh Inter, sans-serif; text-align: center }',
      js: "widget.on('latest', ({ latest }) => { document.querySelector('p').textContent = 'Thank you, ' + latest.follow?.user })",
    },
  },
  'song-queue': { box: [1436, 32, 452, 330], settings: { label: 'Next songs' } },
  qr: { box: [1436, 378, 218, 250], settings: { content: qrContent, label: 'Support' } },
  credits: { box: [1436, 644, 452, 404], settings: { label: 'Thank you', repeat: true } },
  emotes: { box: [0, 0, 1920, 1080], layer: 2 },
}

/** One of each type. What has no place above is in front of the others, in its own size. */
export const eveningWidgets: ReadonlyMap<WidgetType, Placed> = new Map(
  widgetDefinitions.map(({ type, size }) => [
    type,
    arranged[type] ?? { box: [0, 0, size.width, size.height], layer: 3 },
  ]),
)

export function placeOf({ box: [left, top, width, height], layer = 1 }: Placed): StageWidget['place'] {
  const x = ((left + width / 2) / 1920) * 100
  const y = ((top + height / 2) / 1080) * 100
  return { x, y, width: (width / 1920) * 100, height: (height / 1080) * 100, rotation: 0, layer }
}
