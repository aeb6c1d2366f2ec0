import { defineMessages } from '../../kernel/text/message.ts'

/** Errors about files. The name of a parameter stands first. */
export const uploadErrors = defineMessages('errors.uploads', {
  empty: 'The file is empty.',
  otherKind: 'The file is {found} ({format}), not {wanted}.',
  otherType: 'The file says it is {claimed}, but it is {format}.',
  otherEnding: 'The file is named .{ending}, but it is {format}.',
  tooManyPixels: 'The picture has {width} × {height} pixels; at most {max} a side and 40 million are taken.',
  unknownLength: 'The length of the file cannot be read. Save it again with another program.',
  tooLong: 'The file lasts {seconds} seconds; {kind} may last {limit}.',
  minutes: '{count} minutes',
  seconds: '{count} seconds',
  aSound: 'a sound',
  aSong: 'a song',
  aPicture: 'a picture',
  aVideo: 'a video',
  nameProblem: 'name {problem}.',
  nameRequired: 'name is required: what the file is called.',
  uploadedAgain: 'The same file was uploaded again as {name}, so there is nothing to restore.',
  tooManyFiles: 'There are {max} files already. Delete some that nothing uses.',
  noRoom: 'There is no room left: all files together may take {megabytes} MB.',
  notFound: 'There is no such upload.',
  inUse: '{name} is used by {users}.',
  inUseByMore: '{name} is used by {users} and {count} more.',
  uploadRequired: '{path} must name an upload of the kind {kinds} that exists (upload:…).',
  mediaRequired:
    '{path} must name a built-in file (builtin:…) or an upload of the kind {kinds} that exists (upload:…).',
})

/** Why the content of a file is refused. {codec} is the name of a codec, as in `HEVC`. */
export const fileErrors = defineMessages('errors.uploads.content', {
  broken: 'The file is broken.',
  incomplete: 'The file is not complete.',
  unknownFormat: 'The file is not a sound, picture or film that browsers play.',
  svg: 'The file is SVG, which can hold scripts: save it as PNG or WebP.',
  heic: 'The file is HEIC, which browsers do not show: save it as JPEG.',
  matroska: 'The file is Matroska, which browsers do not play: save it as WebM or MP4.',
  noLength: 'The file holds no sound whose length can be read.',
  noTracks: 'The file holds no sound or film.',
  notInWebm: 'The file holds {codec}, which WebM does not.',
  notPlayed: 'The file holds {codec}, which OBS does not play.',
  otherInOgg: 'The file holds something else than Vorbis or Opus.',
})

/** What uses an upload: in a list, and in `inUse`. */
export const uploadUsers = defineMessages('errors.uploads.users', {
  audioAlert: 'the audio alert {name}',
  alert: 'the alert {name}',
  effect: 'the effect {name}',
  widget: 'the widget {name}',
  song: 'the song {name}',
  requestedSong: 'the requested song {name}',
  donationAlerts: 'the donation alerts',
})
