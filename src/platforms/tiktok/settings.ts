import { defineServiceSettings } from '../services/service-settings.ts'
import type { TikTokSettings } from './tiktok.ts'

/** TikTok has no app to register: events come through the operator's own bridge, or through Euler Stream with a key. */
export const tiktok = defineServiceSettings({
  names: ['bridge_url', 'bridge_token', 'username', 'euler_key', 'euler_url'],
  lines: ['SHOWCALLER_TIKTOK_BRIDGE_URL', '# or instead:', 'SHOWCALLER_TIKTOK_USERNAME', 'SHOWCALLER_TIKTOK_EULER_KEY'],
  read(given): TikTokSettings | undefined {
    const bridgeUrl = given.url('bridge_url', ['ws', 'wss'])
    const key = given.text('euler_key')
    const username = given.text('username')?.replace(/^@/, '')
    const [bridgeVariable, keyVariable] = [given.variable('bridge_url'), given.variable('euler_key')]
    if (bridgeUrl !== undefined && key !== undefined) {
      return given.fail(`Set either ${bridgeVariable} or ${keyVariable}: TikTok has one source of events at a time.`)
    }
    if (bridgeUrl !== undefined) return { adapter: 'bridge', url: bridgeUrl, token: given.text('bridge_token') }
    if (key === undefined) return undefined
    if (username === undefined) {
      return given.fail(`Set both ${keyVariable} and ${given.variable('username')}: only one of them is set.`)
    }
    return { adapter: 'euler', username, key, url: given.url('euler_url', ['wss', 'ws']) }
  },
})
