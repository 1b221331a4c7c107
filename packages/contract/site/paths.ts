import type { HelpSection } from "./help.ts";

/** The path of a user's picture, a square WebP of 512 pixels; null for version 0, which means none. */
export const buildAvatarPath = (userId: number, avatarVersion: number): string | null =>
	avatarVersion > 0 ? `/media/users/${userId}/${avatarVersion}.webp` : null;

/** The path of a player's photo, a square WebP; null for version 0, which means none. */
export const buildPlayerPhotoPath = (seasonId: number, playerId: number, photoVersion: number): string | null =>
	photoVersion > 0 ? `/media/players/${seasonId}/${playerId}/${photoVersion}.webp` : null;

/** The path of a club's image, a WebP shown instead of its drawn guernsey; null for version 0, which means none. */
export const buildSquadImagePath = (seasonId: number, squadId: number, imageVersion: number): string | null =>
	imageVersion > 0 ? `/media/squads/${seasonId}/${squadId}/${imageVersion}.webp` : null;

/** The tab for a section's name: "Game Rules" becomes `game-rules`. */
export const formatHelpTab = (sectionName: string): string =>
	sectionName
		.toLowerCase()
		.normalize("NFD")
		.replaceAll(/\p{M}/gu, "")
		.replaceAll(/[^\p{L}\p{N}]+/gu, "-")
		.replaceAll(/^-|-$/g, "");

/** The tab of a help section. */
export const getHelpTab = ({ tab, name }: Pick<HelpSection, "tab" | "name">): string => tab ?? formatHelpTab(name);
