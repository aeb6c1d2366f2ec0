import { defineServiceSettings } from '../services/service-settings.ts'
import type { TikTokSettings } from './tiktok.ts'

/** TikTok has no app to register: events come from TikFinity, from Euler Stream with a key, or from an own bridge. */
export const tiktok = defineServiceSettings({
  names: ['bridge_url', 'bridge_token', 'username', 'tikfinity_url', 'euler_key', 'euler_url'],
  lines: ['SHOWCALLER_TIKTOK_BRIDGE_URL', '# or instead:', 'SHOWCALLER_TIKTOK_USERNAME', 'SHOWCALLER_TIKTOK_EULER_KEY'],
  read(given): TikTokSettings | undefined {
    const bridgeUrl = given.url('bridge_url', ['ws', 'wss'])
    const key = given.text('euler_key')
    const username = given.text('username')?.replace(/^@/, '')
    const tikfinityUrl = given.url('tikfinity_url', ['ws', 'wss'])
    const sources = { bridge_url: bridgeUrl, tikfinity_url: tikfinityUrl, euler_key: key } as const
    const chosen = (['bridge_url', 'tikfinity_url', 'euler_key'] as const).filter((name) => sources[name] !== undefined)
    const [first, second] = chosen.map((name) => given.variable(name))
    if (second !== undefined) {
      return given.fail(`Set either ${first} or ${second}: TikTok has one source of events at a time.`)
    }
    if (bridgeUrl !== undefined) return { adapter: 'bridge', url: bridgeUrl, token: given.text('bridge_token') }
    if (first === undefined) return undefined
    if (username === undefined) {
      return given.fail(`Set both ${first} and ${given.variable('username')}: only one of them is set.`)
    }
    if (tikfinityUrl !== undefined) return { adapter: 'tikfinity', username, url: tikfinityUrl }
    if (key === undefined) return undefined
    return { adapter: 'euler', username, key, url: given.url('euler_url', ['wss', 'ws']) }
  },
})
