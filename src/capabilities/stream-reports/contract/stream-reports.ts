/** What the timeline of a stream counts, in the order of its rows. */
export const reportCounts = ['chat', 'follows', 'subscriptions', 'money', 'clips', 'cues'] as const
export type ReportCount = (typeof reportCounts)[number]
