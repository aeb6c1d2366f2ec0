import { defineMessages } from '../../messages/message.ts'

/** Errors of the sandbox. */
export const sandboxMessages = defineMessages('platforms.sandbox', {
  injectedFault: 'a test requested this error',
  userNotFound: 'username {username} does not exist in the sandbox.',
  broadcasterBadge: 'Broadcaster',
  moderatorBadge: 'Moderator',
  vipBadge: 'VIP',
  subscriberBadge: 'Subscriber',
  followerBadge: 'Follower',
  banned: '{name} is banned from this chat on {platform}.',
  timedOut: '{name} is timed out in this chat on {platform}.',
  followersOnly: '{name} does not follow the channel, and the chat on {platform} is in followers-only mode.',
  notOnSandbox: 'platform {platform} is not connected to the sandbox.',
  notOnlySandbox:
    'The sandbox cannot be controlled, because a platform of this channel uses its real connector. Use a test key for the test channel.',
  unknownAction: 'The sandbox has no such action. Available actions: {actions}.',
  unknownRedirect: 'redirect_uri is not a sign-in address of this server.',
  invalidUsername: 'username must have 3 to 25 lowercase letters, digits or underscores and begin with a letter.',
  codeRefused: 'The sandbox does not accept this sign-in code.',
})
