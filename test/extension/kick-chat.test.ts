import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventsIn, isPageOf } from '../../extension/kick-page.ts'
import { parseMirrored } from '../../src/platforms/contract/mirrored-events.ts'
import {
  centrifugoFrame,
  chatEvent,
  chatPayload,
  giftEvent,
  giftPayload,
  pusherFrame,
  subscriptionEvent,
} from '../fakes/kick-chat-frames.ts'

const room = 2579856
const read = (frame: string) => eventsIn(frame, String(room))
const alice = { id: 82098, name: 'Alice', badges: ['moderator', 'sub_gifter'] }

describe('the frames of the Kick page', () => {
  it('are read as chat, with who wrote it, the badges and the id of the message', () => {
    const payload = chatPayload(room, alice, 'hello [emote:37226:KEKW]')
    const wanted = {
      kind: 'chat',
      id: payload.id,
      userId: '82098',
      name: 'Alice',
      badges: ['moderator', 'sub_gifter'],
      text: 'hello [emote:37226:KEKW]',
      at: Date.parse(payload.created_at),
    }
    assert.deepEqual(read(pusherFrame(chatEvent, payload)), [wanted])
    assert.deepEqual(read(centrifugoFrame(chatEvent, payload)), [wanted])
    assert.deepEqual(read(centrifugoFrame(chatEvent, JSON.stringify(payload))), [wanted])
  })

  it('may hold several messages, of all types that people write', () => {
    const types = ['message', 'reply', 'celebration']
    const frames = types.map((type) => centrifugoFrame(chatEvent, chatPayload(room, alice, type, { type })))
    assert.deepEqual(
      read(frames.join('\n')).map((event) => event.kind === 'chat' && event.text),
      types,
    )
  })

  it('are read as subscriptions and gifts', () => {
    assert.deepEqual(read(pusherFrame(subscriptionEvent, { chatroom_id: room, username: 'Bob', months: 13 })), [
      { kind: 'subscription', name: 'Bob', months: 13 },
    ])
    assert.deepEqual(read(pusherFrame(giftEvent, giftPayload(room, 'Carol', ['a', 'b']), `chatroom_${room}`)), [
      { kind: 'gift', id: '110003713021787', giver: 'Carol', names: ['a', 'b'] },
    ])
  })

  it('split a large gift into parts that the server accepts', () => {
    const names = Array.from({ length: 250 }, (_, index) => `viewer${index}`)
    const parts = read(centrifugoFrame(giftEvent, giftPayload(room, '', names, { gifter_username: null })))
    assert.deepEqual(
      parts.map((part) => part.kind === 'gift' && [part.giver, part.names.length]),
      [
        ['', 100],
        ['', 100],
        ['', 50],
      ],
    )
    assert.ok(parts.every((part) => parseMirrored([part]) !== undefined))
  })

  it('of another chat are ignored, and so is everything else', () => {
    const other = chatPayload(1, alice, 'elsewhere')
    for (const frame of [
      pusherFrame(chatEvent, other),
      centrifugoFrame(chatEvent, other),
      pusherFrame('App\\Events\\UserBannedEvent', { chatroom_id: room, user: { id: 1, username: 'x' } }),
      '{}',
      '{"id":1,"connect":{"client":"c","ping":25,"pong":true}}',
      '{"event":"pusher:connection_established","data":"{\\"socket_id\\":\\"1.2\\"}"}',
      '{"push":{"channel":"chatrooms.2579856.v2","join":{}}}',
      '[1,2,3]',
      'null',
      '"text"',
      'no json at all',
      '',
    ]) {
      assert.deepEqual(read(frame), [], frame)
    }
  })

  it('that are broken in any place give nothing that the server would refuse', () => {
    const whole = chatPayload(room, alice, 'text\u0000 with\n control')
    const broken = [
      whole,
      { ...whole, id: 5 },
      { ...whole, sender: null },
      { ...whole, sender: { id: 'x', username: 'with space' } },
      { ...whole, content: null },
      { ...whole, created_at: 'never' },
      { ...whole, content: 'x'.repeat(5000) },
    ]
    for (const payload of broken) {
      for (const event of read(pusherFrame(chatEvent, payload))) {
        const isAccepted = parseMirrored([event]) !== undefined
        const isLeftOut = event.kind === 'chat' && (!/^\d+$/.test(event.userId) || /\s/.test(event.name))
        assert.ok(isAccepted || isLeftOut, JSON.stringify(event))
      }
    }
  })
})

describe('the page of a channel', () => {
  it('is known by its address, also as a window with the chat alone', () => {
    for (const path of ['streamer-one', 'Streamer_One', 'streamer-one/videos', 'popout/streamer-one/chat']) {
      assert.ok(isPageOf(`https://kick.com/${path}`, 'streamer_one'), path)
    }
    for (const path of ['', 'another', 'popout', 'popout/another/chat']) {
      assert.ok(!isPageOf(`https://kick.com/${path}`, 'streamer_one'), path)
    }
  })
})
