// A plain script, because the build of the panel reads it with whatever Node the machine has.

/** Browsers may have these files of `src`; the rest of it never leaves the server. */
export const sharedWithBrowsers = /^src\/(?:kernel\/(?:schema|text)|definitions|registry|.*\/contract)\//
