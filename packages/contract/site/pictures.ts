/** Limits of an uploaded picture: bytes and types. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

/** Where a user's picture lies, a square WebP of 512 pixels; null for version 0, which is none. */
export const buildAvatarPath = (userId: number, avatarVersion: number): string | null =>
	avatarVersion > 0 ? `/media/users/${userId}/${avatarVersion}.webp` : null;

/** Where a player's photo lies, a square WebP; null for version 0, which is none. */
export const buildPlayerPhotoPath = (seasonId: number, playerId: number, photoVersion: number): string | null =>
	photoVersion > 0 ? `/media/players/${seasonId}/${playerId}/${photoVersion}.webp` : null;
