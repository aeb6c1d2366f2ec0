import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { settings } from '../../src/registry/settings.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openTab } from '../panel/event-tab.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { openTwitchStage, type TwitchStage } from '../platforms/twitch-stage.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server and a fake of Twitch')

/** The message of a shared chat in the tests of twitch-rs/twitch_api, field by field, except for ids and text. */
const fromElsewhere = {
  chatter_user_id: '4145994',
  chatter_user_login: 'viewer32',
  chatter_user_name: 'viewer32',
  color: '#00FF7F',
  badges: [{ set_id: 'subscriber', id: '12', info: '16' }],
  message_type: 'text',
  cheer: null,
  reply: null,
  channel_points_custom_reward_id: null,
  source_broadcaster_user_id: '112233',
  source_broadcaster_user_login: 'streamer33',
  source_broadcaster_user_name: 'streamer33',
  source_badges: [{ set_id: 'subscriber', id: '3', info: '3' }],
  is_source_only: false,
}

describe('messages of guests in a shared chat', () => {
  let stage: TwitchStage
  let owner: PanelClient
  let tab: Awaited<ReturnType<typeof openTab>>
  before(async () => {
    stage = await openTwitchStage()
    owner = await signInAsOwner(stage.app)
    tab = await openTab(stage.app, owner.cookie, { query: '?live=1' })
    await tab.until(({ event }) => event === 'dashboard')
  })
  after(async () => {
    tab.close()
    await stage.close()
  })

  let sent = 0
  function say(text: string, more: object = fromElsewhere): string {
    const { id, login, name } = stage.fake.world.broadcaster
    const message_id = `shared-${++sent}`
    stage.fake.eventSub.notify('channel.chat.message', {
      broadcaster_user_id: id,
      broadcaster_user_login: login,
      broadcaster_user_name: name,
      ...more,
      message_id,
      source_message_id: `source-${sent}`,
      message: { text, fragments: [{ type: 'text', text, cheermote: null, emote: null, mention: null }] },
    })
    return message_id
  }
  const own = {
    ...fromElsewhere,
    chatter_user_id: '77',
    chatter_user_login: 'local',
    chatter_user_name: 'Local',
    source_broadcaster_user_id: null,
    source_broadcaster_user_login: null,
    source_broadcaster_user_name: null,
  }
  const arrives = (id: string) => tab.until(({ data }) => data.data?.message_id === id)
  /** The message of this chat that follows is the first that the page gets. */
  async function isNotShown(id: string) {
    const next = say('after it', own)
    const first = await tab.until(({ data }) => [id, next].includes(data.data?.message_id))
    assert.equal(first.data.data.message_id, next)
  }
  const counted = async () => {
    const found = await stage.app.ctx.viewers.findKnown(stage.app.channel, 'twitch', { username: 'viewer32' })
    return found !== undefined && 'known' in found ? found.known.messageCount : 0
  }
  const choose = (guests: string) => owner.call('save-setting', { name: 'shared_chat', value: { guests } })

  it('are neither shown nor counted unless the broadcaster wants it', async () => {
    assert.deepEqual(settings.find(({ name }) => name === 'shared_chat')?.default, { guests: 'ignored' })
    await isNotShown(say('hello from next door'))
    assert.equal(await counted(), 0)
  })

  it('are shown and not counted, and no command answers them', async () => {
    await choose('shown')
    const lines = () => stage.fake.world.lines.length
    const before = lines()
    const { data } = await arrives(say('!hello'))
    assert.deepEqual([data.data.username, data.data.text], ['viewer32', '!hello'])
    await arrives(say('and on', own))
    assert.deepEqual([await counted(), lines()], [0, before])
  })

  it('that violate a rule are left out, and nobody is punished for them', async () => {
    const rules = { links: { enabled: true } }
    await owner.call('save-setting', { name: 'auto_moderation', value: rules })
    await isNotShown(say('look at https://spam.example'))
    assert.equal(stage.fake.world.bans.size, 0)
    await owner.call('save-setting', { name: 'auto_moderation', value: {} })
  })

  it('count like others once the broadcaster wants it', async () => {
    await choose('counted')
    await arrives(say('hello again'))
    await eventually('it is counted', async () => (await counted()) === 1)
  })
})
