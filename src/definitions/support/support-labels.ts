import { defineMessages } from '../../kernel/text/message.ts'

/** What viewers support a channel with. */
export const supportLabels = defineMessages('supportUnits', {
  bits: 'Bits on Twitch',
  kicks: 'KICKs on Kick',
  coins: 'Coins on TikTok',
  jewels: 'Jewels on YouTube',
  money: 'Super Chats on YouTube',
})
