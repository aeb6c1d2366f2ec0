import { defineMessages } from '../../messages/message.ts'

/** Errors of the sandbox. */
export const sandboxMessages = defineMessages('platforms.sandbox', {
  injectedFault: 'a test requested this error',
  userNotFound: 'username {username} does not exist in the sandbox.',
  banned: '{name} is banned from this chat on {platform}.',
  timedOut: '{name} is timed out in this chat on {platform}.',
  followersOnly: '{name} does not follow the channel, and the chat on {platform} is in followers-only mode.',
  subscribersOnly: '{name} is not a subscriber, and the chat on {platform} is in subscribers-only mode.',
  emoteOnly: 'The message of {name} is not an emote, and the chat on {platform} is in emotes-only mode.',
  uniqueOnly: 'The message of {name} was written before, and the chat on {platform} takes unique messages only.',
  notOnSandbox: 'platform {platform} is not connected to the sandbox.',
  notOnlySandbox:
    'The sandbox cannot be controlled, because a platform of this channel uses its real connector. Use a test key for the test channel.',
  unknownAction: 'The sandbox has no such action. Available actions: {actions}.',
  unknownRedirect: 'redirect_uri is not a sign-in address of this server.',
  invalidUsername: 'username must have 3 to 25 lowercase letters, digits or underscores and begin with a letter.',
  rewardExists: 'a reward with this title exists already',
  tooManyRewards: 'a channel can have at most {max} rewards',
  rewardDisabled: 'the reward {name} is disabled',
  rewardPaused: 'the reward {name} is paused',
  rewardNeedsMessage: 'the reward {name} needs a message',
  rewardUsedUp: 'the reward {name} is used up for this stream',
  rewardOnCooldown: 'the reward {name} is on cooldown',
  redemptionSettled: 'this redemption is fulfilled or refunded already',
  pollRunning: 'a poll is running already',
  predictionOpen: 'a prediction is open already',
  predictionOver: 'this prediction has ended already',
  notVoting: 'no votes are taken now',
  votedAlready: '{name} has voted already',
  optionNotFound: 'option {option} does not exist.',
  codeRefused: 'The sandbox does not accept this sign-in code.',
})
