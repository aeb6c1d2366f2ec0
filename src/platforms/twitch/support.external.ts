import { hypeTrainKinds } from '../../capabilities/activity/contract/events.ts'
import { type JsonObject, numberIn, objectIn, textIn, timeIn } from '../calls/json-fields.ts'
import type { PlatformEvent } from '../platform.ts'
import { tierIn, userIn } from './people.external.ts'

/** The topics of hype trains and of what becomes of chat messages. */
export function supportTopicsOf(accountId: string) {
  const condition = { broadcaster_user_id: accountId }
  const train = { version: '2', condition, scopes: ['channel:read:hype_train'] }
  const chat = { version: '1', condition: { ...condition, user_id: accountId }, scopes: ['user:read:chat'] }
  return [
    { type: 'channel.hype_train.begin', ...train },
    { type: 'channel.hype_train.progress', ...train },
    { type: 'channel.hype_train.end', ...train },
    { type: 'channel.chat.message_delete', ...chat },
    { type: 'channel.chat.clear', ...chat },
  ]
}

/** Undefined for an event that is not used. */
export function supportEventIn(topic: string, row: JsonObject, id: string): PlatformEvent | undefined {
  switch (topic) {
    case 'channel.hype_train.begin':
      return hypeTrainIn(row, 'begin')
    case 'channel.hype_train.progress':
      return hypeTrainIn(row, 'progress')
    case 'channel.hype_train.end':
      return hypeTrainIn(row, 'end')
    case 'channel.chat.message_delete':
      return { kind: 'chat-deleted', id, user: userIn(row, 'target_user'), messageId: textIn(row, 'message_id') }
    case 'channel.chat.clear':
      return { kind: 'chat-cleared', id, user: userIn(row, 'broadcaster_user') }
    default:
      return undefined
  }
}

/**
 * Twitch sends the progress of every contribution, in any order, also before the begin. All reports of one level have
 * the same id, and so have the begin and the progress of the first level: each is an event once.
 */
function hypeTrainIn(row: JsonObject, topic: 'begin' | 'progress' | 'end'): PlatformEvent {
  const train_id = textIn(row, 'id')
  const level = numberIn(row, 'level')
  const phase = topic === 'progress' && level <= 1 ? 'begin' : topic
  const state = {
    train_id,
    type: hypeTrainKinds.find((kind) => kind === row.type) ?? 'regular',
    level,
    total: numberIn(row, 'total'),
    progress: topic === 'end' ? 0 : numberIn(row, 'progress'),
    goal: topic === 'end' ? 0 : numberIn(row, 'goal'),
    is_shared: row.is_shared_train === true,
    ends_at: timeIn(row, topic === 'end' ? 'ended_at' : 'expires_at'),
  }
  const id = phase === 'progress' ? `${train_id}:${level}` : `${train_id}:${phase}`
  return { kind: 'hype-train', id, user: userIn(row, 'broadcaster_user'), phase, state }
}

/** A notice in the chat, beside a single gift. */
export function noticeIn(row: JsonObject, id: string): PlatformEvent | undefined {
  const type = row.notice_type
  // Of somebody who stays anonymous Twitch sends no name, or that of an account of its own.
  const isAnonymous = row.chatter_is_anonymous === true
  if (isAnonymous && type !== 'community_sub_gift') return undefined
  switch (type) {
    case 'gift_paid_upgrade':
    case 'pay_it_forward': {
      const origin = type === 'pay_it_forward' ? 'passed_on' : 'gift'
      const { gifter_user_name: name } = objectIn(row, type)
      const from = typeof name === 'string' ? name : ''
      return { kind: 'subscription-upgrade', id, user: userIn(row, 'chatter_user'), origin, tier: null, from }
    }
    case 'prime_paid_upgrade': {
      const tier = tierIn(objectIn(row, type), 'sub_tier')
      return { kind: 'subscription-upgrade', id, user: userIn(row, 'chatter_user'), origin: 'prime', tier, from: '' }
    }
    case 'community_sub_gift': {
      const gifts = objectIn(row, type)
      // The notices of the recipients name this id.
      const giftId = textIn(gifts, 'id')
      const bundle = { count: numberIn(gifts, 'total'), tier: tierIn(gifts, 'sub_tier'), levelName: '' }
      const user = userIn(row, isAnonymous ? 'broadcaster_user' : 'chatter_user')
      return { kind: 'gift-bundle', id: giftId, user, ...bundle, ...(isAnonymous && { isAnonymous }) }
    }
    case 'watch_streak': {
      const streak = objectIn(row, type)
      const { text } = objectIn(row, 'message')
      const message = typeof text === 'string' ? text : ''
      const [streams, points] = [numberIn(streak, 'streak_count'), numberIn(streak, 'channel_points_awarded')]
      return { kind: 'watch-streak', id, user: userIn(row, 'chatter_user'), streams, points, message }
    }
    default:
      return undefined
  }
}
