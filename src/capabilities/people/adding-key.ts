/** Binds the adding of an account to the session in which it was started. */
export function addingKey(sessionId: string): string {
  return `${sessionId} adds a sign-in`
}
