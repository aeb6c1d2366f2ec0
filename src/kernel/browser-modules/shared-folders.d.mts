export const sharedWithBrowsers: RegExp
