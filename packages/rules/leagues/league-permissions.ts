import { closesAtStart, type LeagueState } from "./league.ts";

/** The user whose permissions are computed. A commissioner is a member too. */
export interface LeagueViewer {
	readonly isMember: boolean;
	readonly isCommissioner: boolean;
}

/** A league and whether it has started at the time of the check. */
export interface LeagueSnapshot extends LeagueState {
	/** As computed by `hasLeagueStarted`. */
	readonly hasStarted: boolean;
}

/** Only an open league takes new teams after its start. */
export const hasFreePlaces = ({ type, size, numTeams, hasStarted }: LeagueSnapshot): boolean =>
	numTeams < size && !(closesAtStart(type) && hasStarted);

/**
 * While there are free places, the commissioner may invite, and in a public league so may every member. The
 * commissioner of an open league may invite even if it is full.
 */
export function canInvite(league: LeagueSnapshot, { isMember, isCommissioner }: LeagueViewer): boolean {
	if (league.type === "open" && isCommissioner) return true;
	return hasFreePlaces(league) && (league.privacy === "public" ? isMember : isCommissioner);
}

/** A private league that has started stays private, and a public one that others have joined stays public. */
export const canChangePrivacy = ({ privacy, hasStarted, numTeams }: LeagueSnapshot): boolean =>
	privacy === "private" ? !hasStarted : numTeams <= 1;

/** What a viewer may do to a league now (docs/game-rules.md#league-permissions). */
export function computeLeaguePermissions(league: LeagueSnapshot, viewer: LeagueViewer) {
	const { isMember, isCommissioner } = viewer;
	const canChangeSetup = isCommissioner && !league.hasStarted;
	return {
		edit: isCommissioner,
		invite: canInvite(league, viewer),
		join: !isMember && hasFreePlaces(league),
		leave: isMember && !isCommissioner,
		removeUsers: canChangeSetup,
		delete: canChangeSetup,
		changePrivacy: isCommissioner && canChangePrivacy(league),
		changeStart: canChangeSetup,
		announce: isCommissioner,
	};
}
export type LeaguePermissions = ReturnType<typeof computeLeaguePermissions>;
