/** The channels and the posts of their outbox. */
export const CHANNELS = '/api/admin/channels'
