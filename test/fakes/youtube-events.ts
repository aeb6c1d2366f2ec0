import type { ChatItem, YouTubeUser, YouTubeWorld } from './youtube-world.ts'

interface More {
  readonly id?: string
  readonly at?: Date
}

/** Messages of a live chat, written by us with the fields of Google's API description (its discovery document). */

export function textItem(world: YouTubeWorld, by: YouTubeUser, text: string, more: More = {}): ChatItem {
  return item(world, by, 'textMessageEvent', { textMessageDetails: { messageText: text }, displayMessage: text }, more)
}

export function superChatItem(
  world: YouTubeWorld,
  by: YouTubeUser,
  micros: string,
  comment: string,
  more: More = {},
): ChatItem {
  const superChatDetails = {
    amountMicros: micros,
    currency: 'USD',
    amountDisplayString: `$${(Number(micros) / 1_000_000).toFixed(2)}`,
    userComment: comment,
    tier: 2,
  }
  const displayMessage = `${superChatDetails.amountDisplayString} from ${by.title}: "${comment}"`
  return item(world, by, 'superChatEvent', { superChatDetails, displayMessage }, more)
}

export function superStickerItem(world: YouTubeWorld, by: YouTubeUser, micros: string): ChatItem {
  const superStickerMetadata = { stickerId: 'sticker_1', altText: 'A pear that waves', altTextLanguage: 'en' }
  const superStickerDetails = {
    amountMicros: micros,
    currency: 'JPY',
    amountDisplayString: '¥500',
    tier: 1,
    superStickerMetadata,
  }
  return item(world, by, 'superStickerEvent', { superStickerDetails })
}

/** Jewels, as the description of the API has it, or as its guide does. */
export function jewelsItem(
  world: YouTubeWorld,
  by: YouTubeUser,
  gift: { jewels: number; combo?: number },
  more: More & { readonly asGuide?: boolean } = {},
): ChatItem {
  const { jewels, combo = 1 } = gift
  const giftDetails = { giftName: 'Rocket', jewelsAmount: jewels, comboCount: combo, altText: 'A rocket' }
  const giftEventDetails = { giftMetadata: { giftName: 'Rocket', jewelsCount: jewels, comboCount: combo } }
  return item(world, by, 'giftEvent', more.asGuide ? { giftEventDetails } : { giftDetails }, more)
}

export function newMemberItem(world: YouTubeWorld, by: YouTubeUser, isUpgrade = false): ChatItem {
  return item(world, by, 'newSponsorEvent', { newSponsorDetails: { memberLevelName: 'Friends', isUpgrade } })
}

export function milestoneItem(world: YouTubeWorld, by: YouTubeUser, months: number): ChatItem {
  const memberMilestoneChatDetails = { memberMonth: months, memberLevelName: 'Friends', userComment: 'Still here' }
  return item(world, by, 'memberMilestoneChatEvent', { memberMilestoneChatDetails })
}

export function giftingItem(world: YouTubeWorld, by: YouTubeUser, times: number): ChatItem {
  const membershipGiftingDetails = { giftMembershipsCount: times, giftMembershipsLevelName: 'Friends' }
  return item(world, by, 'membershipGiftingEvent', { membershipGiftingDetails })
}

export function receivedItem(world: YouTubeWorld, to: YouTubeUser, gifting: ChatItem): ChatItem {
  const giftMembershipReceivedDetails = {
    memberLevelName: 'Friends',
    gifterChannelId: gifting.snippet.authorChannelId,
    associatedMembershipGiftingMessageId: gifting.id,
  }
  return item(world, to, 'giftMembershipReceivedEvent', { giftMembershipReceivedDetails })
}

export function banItem(world: YouTubeWorld, whom: YouTubeUser, seconds: number | undefined): ChatItem {
  const bannedUserDetails = { channelId: whom.id, displayName: `@${whom.handle}` }
  const term = seconds === undefined ? { banType: 'permanent' } : { banType: 'temporary', banDurationSeconds: seconds }
  return item(world, world.broadcaster, 'userBannedEvent', { userBannedDetails: { bannedUserDetails, ...term } })
}

export function retractedItem(world: YouTubeWorld, by: YouTubeUser, messageId: string): ChatItem {
  const messageRetractedDetails = { retractedMessageId: messageId }
  return item(world, by, 'messageRetractedEvent', { messageRetractedDetails, hasDisplayContent: false })
}

export function deletedItem(world: YouTubeWorld, messageId: string): ChatItem {
  const messageDeletedDetails = { deletedMessageId: messageId }
  return item(world, world.broadcaster, 'messageDeletedEvent', { messageDeletedDetails })
}

export function endItem(world: YouTubeWorld): ChatItem {
  return item(world, world.broadcaster, 'chatEndedEvent', {})
}

function item(
  world: YouTubeWorld,
  by: YouTubeUser,
  type: string,
  details: object,
  { id = world.newId('LCC'), at = new Date() }: More = {},
): ChatItem {
  const snippet = { type, liveChatId: world.chatId, authorChannelId: by.id, publishedAt: at.toISOString() }
  const authorDetails = {
    channelId: by.id,
    channelUrl: `http://www.youtube.com/channel/${by.id}`,
    displayName: `@${by.handle}`,
    profileImageUrl: 'https://yt3.example/photo.jpg',
    isVerified: false,
    isChatOwner: by.id === world.broadcaster.id,
    isChatSponsor: by.handle === 'zoe',
    isChatModerator: by.handle === 'carol',
  }
  return { id, snippet: { ...snippet, hasDisplayContent: true, ...details }, authorDetails }
}
