import { integer, list, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { soundNames, trackNames, trackRate, trackSamples, tracks } from '../../sounds/catalogue.ts'
import { urlOf } from './sound-files.ts'

const file = {
  ref: text({ description: 'How alerts, effects and songs name it.' }),
  name: text(),
  title: text(),
  url: text(),
}

export const listSounds = definePanelOperation({
  name: 'list-sounds',
  summary: 'The sounds and tracks that come with the server.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({ sounds: list(object(file)), tracks: list(object({ ...file, artist: text(), seconds: integer() })) }),
  failures: [],
  example: {
    input: {},
    output: {
      sounds: [{ ref: 'builtin:coin', name: 'coin', title: 'Coin', url: '/overlay/sounds/coin.flac' }],
      tracks: [],
    },
  },
  async handle() {
    return {
      sounds: soundNames.map((name) => ({ ref: `builtin:${name}`, name, title: titleOf(name), url: urlOf(name) })),
      tracks: trackNames.map((name) => ({
        ref: `builtin:${name}`,
        name,
        title: tracks[name].title,
        artist: 'Showcaller',
        seconds: Math.floor(trackSamples(name) / trackRate),
        url: urlOf(name),
      })),
    }
  },
})

function titleOf(name: string): string {
  const words = name.replace('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
