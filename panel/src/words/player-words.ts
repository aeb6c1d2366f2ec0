/** The words of the card that chooses the player. */
export const playerWords = {
  title: 'Which player',
  help: 'What start-song, stop-song, skip-song and the buttons above drive.',
  built_in: 'The built-in player',
  builtInHelp: 'Plays the queue below on the overlay.',
  spotify: 'Spotify',
  spotifyHelp: (account: string) =>
    `Plays wherever ${account} has Spotify open. The overlay shows the song, without a sound.`,
  notConnected: 'Connect Spotify under Settings, Platforms first.',
  needsSignIn: 'The sign-in has ended: connect Spotify again under Settings, Platforms.',
  chosen: 'The player is chosen.',
}
