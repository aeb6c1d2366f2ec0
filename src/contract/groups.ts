/** What each group of operations is for, in the order of the specification. */
export const groups: Readonly<Record<string, string>> = {
  Chat: 'Messages as the broadcaster or as the bot.',
  'Text-to-speech': 'Texts spoken on the overlay.',
  Clips: 'Clips of the live stream.',
  Stream: 'Title, category and the search for categories.',
  'Audio alerts': 'Sounds with a name, played on the overlay.',
  Donations: 'Test donations, from the log entry to the alert.',
  Activity: 'What happened lately: follows, subscriptions, bans, donations, bits.',
  Effects: 'Effect overlays that a call can trigger.',
  Subscribers: 'Who subscribes to the channel.',
  Music: 'The song player and its queue.',
  Points: 'The points of viewers and their leaderboard.',
  'Watch time': 'The minutes viewers have watched and their leaderboard.',
  Commands: 'The chat commands made in the panel.',
  Rewards: 'Channel point rewards and their redemptions.',
  'Polls and predictions': 'Polls and predictions that the platform runs.',
  Moderation: 'Who may write: bans, timeouts, deleted messages, the shield, and the log of it all.',
}
