import { closesAtStart, type LeagueState } from "./league.ts";

/** What somebody is in a league. The commissioner and deputies are members too. */
export const LEAGUE_ROLES = ["commissioner", "deputy", "member"] as const;
export type LeagueRole = (typeof LEAGUE_ROLES)[number];

/** Who may do what in a league (docs/game-rules.md#league-permissions). Some rights have further conditions, below. */
export const LEAGUE_RIGHTS = {
	leave: ["deputy", "member"],
	inviteToPublic: ["commissioner", "deputy", "member"],
	invite: ["commissioner", "deputy"],
	edit: ["commissioner", "deputy"],
	removeUsers: ["commissioner", "deputy"],
	moderate: ["commissioner", "deputy"],
	nameDeputies: ["commissioner"],
	handOver: ["commissioner"],
	webhooks: ["commissioner"],
	publishHistory: ["commissioner"],
	renew: ["commissioner"],
	runDraft: ["commissioner", "deputy"],
	delete: ["commissioner"],
} as const satisfies Readonly<Record<string, readonly LeagueRole[]>>;
export type LeagueRight = keyof typeof LEAGUE_RIGHTS;

/** Whether a role has a right; nobody else has any. */
export const hasRight = (role: LeagueRole | null, right: LeagueRight): boolean =>
	LEAGUE_RIGHTS[right].some((allowed) => allowed === role);

/** Whether somebody who may remove or mute members may do so to this one. */
export const canActOn = (role: LeagueRole | null, target: LeagueRole): boolean =>
	target === "member" || (target === "deputy" && role === "commissioner");

export interface LeagueSnapshot extends LeagueState {
	/** As computed by `hasLeagueStarted`. */
	readonly hasStarted: boolean;
	/** Whether its draft is live or paused. */
	readonly isDrafting: boolean;
	/** Whether its draft has started. Once it has, a new member gets a team only by that team's link. */
	readonly hasDraftStarted: boolean;
	readonly isMock: boolean;
}

/** Only an open league takes new teams after its start. In a draft league, teams without a manager can be taken over. */
export const hasFreePlaces = ({ type, size, numTeams, unmanagedTeams, hasStarted }: LeagueSnapshot): boolean =>
	unmanagedTeams > 0 || (numTeams < size && !(closesAtStart(type) && hasStarted));

/**
 * While there are free places, the commissioner and deputies may invite, and in a public league so may every member. Those
 * who run an open league may invite even if it is full. Once a draft has started, only those who run it hand teams over.
 */
export function canInvite(league: LeagueSnapshot, role: LeagueRole | null): boolean {
	if (league.type === "open" && hasRight(role, "invite")) return true;
	if (league.hasDraftStarted) return league.unmanagedTeams > 0 && hasRight(role, "runDraft");
	return hasFreePlaces(league) && hasRight(role, league.privacy === "public" ? "inviteToPublic" : "invite");
}

/** A private league that has started stays private, and a public one that others have joined stays public. */
export const canChangePrivacy = ({ privacy, hasStarted, numTeams }: LeagueSnapshot): boolean =>
	privacy === "private" ? !hasStarted : numTeams <= 1;

/** Whether members may be removed: before the start and, in a draft league, before the draft gives them squads. */
export const canRemoveUsers = ({ class: leagueClass, hasStarted, hasDraftStarted }: LeagueSnapshot): boolean =>
	!(leagueClass === "draft" ? hasDraftStarted : hasStarted);

/** Why a league may not be deleted; null if it may. A drafted one is reset instead, which its log says. */
export function findDeletionBan(
	league: LeagueSnapshot,
): "league-drafting" | "league-started" | "league-drafted" | null {
	if (league.isDrafting) return "league-drafting";
	if (league.isMock) return null;
	if (league.hasStarted) return "league-started";
	return league.hasDraftStarted ? "league-drafted" : null;
}

/** What a viewer may do to a league now; the role is null for those who are not in it. */
export function computeLeaguePermissions(league: LeagueSnapshot, role: LeagueRole | null) {
	const edit = hasRight(role, "edit");
	const isDraft = league.class === "draft";
	return {
		edit,
		invite: canInvite(league, role),
		join: role === null && !league.hasDraftStarted && hasFreePlaces(league),
		leave: hasRight(role, "leave"),
		removeUsers: hasRight(role, "removeUsers") && canRemoveUsers(league),
		delete: hasRight(role, "delete") && findDeletionBan(league) === null,
		changePrivacy: edit && canChangePrivacy(league),
		// A draft league starts in the first round after its draft.
		changeStart: edit && !isDraft && !league.hasStarted,
		announce: hasRight(role, "moderate"),
		moderate: hasRight(role, "moderate"),
		nameDeputies: hasRight(role, "nameDeputies"),
		handOver: hasRight(role, "handOver"),
		webhooks: hasRight(role, "webhooks"),
	};
}

/** Whether a member may remove a message, for everyone: her own, or any if she moderates the conversation. */
export const canRemoveMessage = ({ isOwn }: { readonly isOwn: boolean }, role: LeagueRole | null): boolean =>
	isOwn || hasRight(role, "moderate");

/** Why a member may not write or react: she is muted, or does not moderate a locked conversation. Null if she may. */
export function findWriteBan(
	conversation: { readonly isLocked: boolean },
	{ role, isMuted }: { readonly role: LeagueRole | null; readonly isMuted: boolean },
): "locked" | "muted" | null {
	if (conversation.isLocked && !hasRight(role, "moderate")) return "locked";
	return isMuted ? "muted" : null;
}
