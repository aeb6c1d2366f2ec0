import { defineMessages } from '../../kernel/text/message.ts'

/** Errors about files. The name of a parameter stands first. */
export const uploadErrors = defineMessages('errors.uploads', {
  empty: 'The file is empty.',
  refused: 'The file {reason}.',
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
  tooManyFiles: 'There are {max} files already. Delete some that nothing uses.',
  noRoom: 'There is no room left: all files together may take {megabytes} MB.',
  notFound: 'There is no such upload.',
  inUse: '{name} is used by {users}.',
  inUseByMore: '{name} is used by {users} and {count} more.',
  uploadRequired: '{path} must name an upload of the kind {kinds} that exists (upload:…).',
  mediaRequired:
    '{path} must name a built-in file (builtin:…) or an upload of the kind {kinds} that exists (upload:…).',
})
