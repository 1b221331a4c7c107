import type { LeagueState } from "./league.ts";

/** Who asks. A commissioner is a member too. */
export interface LeagueViewer {
	readonly isMember: boolean;
	readonly isCommissioner: boolean;
}

/** A league with its start known. */
export interface LeagueSnapshot extends LeagueState {
	/** `hasLeagueStarted`. */
	readonly hasBegun: boolean;
}

/** A head-to-head league that has begun takes nobody, however few are in it. */
export const hasFreePlaces = ({ type, size, numTeams, hasBegun }: LeagueSnapshot): boolean =>
	numTeams < size && !(type === "h2h" && hasBegun);

/** Read as C-13: the commissioner of an open or a private league, any member of a public one; with free places. */
export function canInvite(league: LeagueSnapshot, { isMember, isCommissioner }: LeagueViewer): boolean {
	if (league.type === "open" && isCommissioner) return true;
	return hasFreePlaces(league) && (league.privacy === "public" ? isMember : isCommissioner);
}

/** Not for a private league that has begun, nor a public one that others have joined (D2 §5, C-28). */
export const canChangePrivacy = ({ privacy, hasBegun, numTeams }: LeagueSnapshot): boolean =>
	privacy === "private" ? !hasBegun : numTeams <= 1;

/** Everything a viewer may do to a league now (D2 §5, §6). */
export function computeLeaguePermissions(league: LeagueSnapshot, viewer: LeagueViewer) {
	const { isMember, isCommissioner } = viewer;
	const isSetUp = isCommissioner && !league.hasBegun;
	return {
		edit: isCommissioner,
		invite: canInvite(league, viewer),
		join: !isMember && hasFreePlaces(league),
		leave: isMember && !isCommissioner,
		removeUsers: isSetUp,
		delete: isSetUp,
		changePrivacy: isCommissioner && canChangePrivacy(league),
		changeStart: isSetUp,
		announce: isCommissioner,
	};
}
export type LeaguePermissions = ReturnType<typeof computeLeaguePermissions>;
