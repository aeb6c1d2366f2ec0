/**
 * The activity that a new channel begins with happened before anybody could see it: it is in the log, and starts no
 * automation. Otherwise the first overlay page would show an alert for each of them.
 */
const prefix = 'first-start:'

export function pastEventId(number: number): string {
  return `${prefix}${number}`
}

export function isPastEvent({ requestId }: { readonly requestId: string }): boolean {
  return requestId.startsWith(prefix)
}
