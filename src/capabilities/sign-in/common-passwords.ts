/** Passwords of at least twelve characters that lists of leaked ones begin with, and patterns of the keyboard. */
const common: ReadonlySet<string> = new Set([
  '123456789012',
  '1234567890123',
  '12345678901234',
  '123456789abc',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'password1234',
  'password12345',
  'password123456',
  'passwordpassword',
  'passw0rd1234',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwerty123456',
  'qwertyqwerty',
  'qwertyuiopasdf',
  'iloveyou1234',
  'administrator',
  'changemechangeme',
  'letmeinletmein',
  'welcome12345',
  'correcthorsebatterystaple',
])

export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  // One or two characters repeated are no better than one of them.
  return common.has(plain) || new Set(plain).size < 4
}
