/** Where a player's photo lies, a square WebP; null for version 0, which is none (D1 §3 playerImgPath). */
export const playerPhotoPath = (seasonId: number, playerId: number, photoVersion: number): string | null =>
	photoVersion > 0 ? `/media/players/${seasonId}/${playerId}/${photoVersion}.webp` : null;
