import { defineMessages } from '../../kernel/text/message.ts'

/** Texts about Kick: listener status, notes about capabilities, webhook errors. */
export const kickMessages = defineMessages('platforms.kick', {
  botNote: "Uses your bot account, or your app's own bot without one.",
  chatNote: 'Requires a tunnel, a public address of this server, or the mirror of the open page.',
  followersNote: 'Counts only users who followed while this server was running.',
  clipsNote: 'Uses the browser extension.',
  subscribersNote: 'Lists only subscriptions since the account was connected.',
  deletedNote: 'Only messages that were deleted here, and those of banned users.',
  badgesNote: 'Without images, which Kick does not publish.',
  noSubscriberCount: 'it did not send the number of subscribers',
  checking: 'Checking which events Kick sends.',
  checkFailed: 'Could not check which events Kick sends.',
  eventKinds: 'Kick sends {count} of {total} kinds of events.',
  eventKindsRefused: 'Kick sends {count} of {total} kinds of events. It refused {topics}: {reason}.',
  unreachable:
    'Kick cannot reach this server at {address}. Turn on the tunnel below, or set SHOWCALLER_PUBLIC_URL to the public address of this server.',
  appBotFailed:
    "Kick answers your app's bot with an error, so its messages are sent from your own account. Connect a bot account to avoid this.",
  appHasNoBot:
    'Your Kick app has no bot. Create one in the settings of the app on kick.com (Settings › Developer), or connect a bot account under Settings › Platforms.',
  appSignInRefused: 'Kick refused the sign-in of the app: {reason}.',
  redemptionSettled: 'this redemption is no longer pending',
  rewardOfOtherApp: 'another app created this reward',
  noChannel: 'it has no channel for this account',
  invalidSignature: 'The signature is invalid.',
  foreignSubscription: 'The delivery belongs to a subscription that is not one of this server.',
  outdatedDelivery: 'The timestamp of the delivery is too far in the past or in the future.',
  invalidDeliveryId: 'The id of the delivery is invalid.',
  missingHeaders: 'This is not a Kick webhook delivery: headers are missing.',
})
