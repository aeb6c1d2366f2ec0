import { commonLabels } from '../../definitions/common-labels.ts'
import { defineMessages } from '../../kernel/text/message.ts'

/** Texts about YouTube: listener status, quota, notes about capabilities, errors. */
export const youtubeMessages = defineMessages('platforms.youtube', {
  titleNote: 'Up to 100 characters.',
  followersNote: 'Rounded by YouTube.',
  moderationNote: 'Can only unban users who were banned here.',
  bitsNote:
    'Super Chats and Super Stickers in hundredths of their currency, and Jewels. Those that were missed are read later.',
  emotesNote: 'YouTube sends the names of its emotes in the text, without images.',
  badgesNote: 'Without images, which YouTube does not publish.',
  ownerBadge: 'Owner',
  moderatorBadge: commonLabels.moderator,
  memberBadge: 'Member',
  verifiedBadge: 'Verified',
  subscriptionsNote: 'Memberships, with the name of their level; all of them count as tier 1.',
  subscribersNote: 'Only for channels that YouTube has approved.',
  chatNote: "Limited by the daily quota of Google's API.",
  streamNote: 'Checked every few minutes.',
  adsNote: 'Only ad breaks that were started here.',
  checking: 'Checking whether you are live on YouTube.',
  streaming: 'YouTube sends chat messages as they are written.',
  polling: 'The chat is read every {seconds} s.',
  pollingSlowly: 'The chat is read only every {seconds} s, so that the daily quota lasts.',
  quotaStoppedChat: 'The chat is not being read. {reason}',
  quotaUsedUp: "The app's daily quota of Google's API is used up. It resets in {duration}.",
  noChat: 'This broadcast has no chat.',
  notLive: 'You are not live. YouTube has a chat only during a broadcast.',
  chatFailed: 'Could not read the chat of YouTube.',
  offline: 'YouTube has a chat only while you are live.',
  messageTooLong: 'message may have at most {max} characters on YouTube.',
  invalidTitle: 'title may have at most {max} characters on YouTube, and must not contain < or >.',
  noBroadcast: 'there is no live or scheduled broadcast to set the title of',
  unknownBan: 'only users who were banned here can be unbanned here, and {username} was not',
  noChannel: 'this Google account has no YouTube channel',
  apiDisabled: 'the YouTube Data API v3 is not enabled in the Google Cloud project of this server',
})
