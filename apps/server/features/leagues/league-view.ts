import type { League, LeagueSummary } from "@first-bounce/contract/leagues/league";
import { type FinalsChoice, type FinalsRounds, getFinalsRounds } from "@first-bounce/rules/head-to-head/finals-rounds";
import type { RoundId, UserId } from "@first-bounce/rules/ids";
import { getLeagueLandingTab, getLeagueStatus, getMaxEliminationSize } from "@first-bounce/rules/leagues/league";
import { computeLeaguePermissions } from "@first-bounce/rules/leagues/league-permissions";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { getMediaPath } from "../media/media-store.ts";
import { buildPublicNames } from "../names/public-name.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { getPublicAvatarVersion } from "./avatar.ts";
import { buildLeagueSnapshot, hasOpenDraft, type LeagueRow } from "./league-row.ts";
import { buildLeagueSettings } from "./league-settings.ts";

/** Builds a league as it is shown in lists and to people who are not members. */
export function buildLeagueSummary(row: LeagueRow, { rounds }: SeasonSnapshot): LeagueSummary {
	const statusByRounds = getLeagueStatus({ startId: row.start_id }, rounds);
	const status = statusByRounds === "playing" && hasOpenDraft(row) ? "scheduled" : statusByRounds;
	const hasFixture = row.drawn_at !== null;
	return {
		id: row.id,
		name: row.name,
		code: row.code,
		...buildLeagueSettings(row),
		class: row.class,
		draftStatus: row.draft_state,
		hasKeepers: row.has_keepers,
		draftStart: row.draft_starts_at?.toISOString() ?? null,
		numTeams: row.num_teams,
		unmanagedTeams: row.unmanaged_teams,
		startId: row.start_id,
		status,
		landing: getLeagueLandingTab(status, hasFixture),
		hasFixture,
		leagueCommissioner: {
			userId: row.commissioner_id ?? 0,
			...buildPublicNames(row),
			supportedSquadId: row.supported_squad_id,
		},
		avatar: getMediaPath("league", row.id, row.avatar_version),
		avatarVersion: getPublicAvatarVersion(row.avatar_version),
		colour: row.colour,
		isMember: row.is_member,
	};
}

/** Visitors do not get the commissioner's own name, and the code only if they have given it themselves. */
export function buildVisibleSummary(
	row: LeagueRow,
	season: SeasonSnapshot,
	{ viewerId, knowsCode = false }: { readonly viewerId: UserId | null; readonly knowsCode?: boolean },
): LeagueSummary {
	const summary = buildLeagueSummary(row, season);
	if (viewerId !== null) return summary;
	const leagueCommissioner = { ...summary.leagueCommissioner, fullName: "" };
	return { ...summary, code: knowsCode ? summary.code : "", leagueCommissioner };
}

export interface SeasonRounds {
	readonly rounds: readonly { readonly id: RoundId }[];
	readonly rules: Pick<SeasonRules, "lastRound">;
}

/** Lists the rounds that a league plays: from its start round to the last of the season. */
export const listLeagueRounds = (
	{ start_id }: Pick<LeagueRow, "start_id">,
	{ rounds, rules }: SeasonRounds,
): RoundId[] => rounds.map(({ id }) => id).filter((id) => id >= start_id && id <= rules.lastRound);

/** Gets the size of a league after its start has moved: an elimination league has at most one team more than rounds. */
export const getSizeAfterMove = (row: Pick<LeagueRow, "type" | "size" | "start_id">, season: SeasonRounds): number =>
	row.type === "elimination"
		? Math.min(row.size, getMaxEliminationSize(listLeagueRounds(row, season).length))
		: row.size;

/** Gets the finals that a league has chosen. */
export const getFinalsChoice = ({
	finals,
	finals_series,
}: Pick<LeagueRow, "finals" | "finals_series">): FinalsChoice => ({
	finals: finals ?? false,
	finalsSeries: finals_series,
});

/** Gets the rounds of a league's semi-finals and grand final; null for those that it does not play. */
export const getLeagueFinals = (
	row: Pick<LeagueRow, "start_id" | "finals" | "finals_series">,
	season: SeasonRounds,
): FinalsRounds => getFinalsRounds(listLeagueRounds(row, season), getFinalsChoice(row));

export interface OwnPlace {
	/** Null before the league starts. */
	readonly rank: number | null;
	/** The round in which she went out of an elimination league; null while she is in it. */
	readonly outInRound: RoundId | null;
}

export const NO_PLACE: OwnPlace = { rank: null, outInRound: null };

const NO_FINALS: FinalsRounds = { semiFinalId: null, grandFinalId: null };

/** Builds a league with what a viewer may do in it. */
export function buildLeagueView(
	row: LeagueRow,
	season: SeasonSnapshot,
	view: {
		/** Null for a visitor, who may do nothing and gets no code. */
		readonly viewerId: UserId | null;
		readonly now: number;
		readonly fixture: League["fixture"];
		readonly place: OwnPlace;
		readonly leadership: Pick<League, "deputies" | "handOver">;
	},
): League {
	return {
		...buildVisibleSummary(row, season, view),
		isCommissioner: row.role === "commissioner",
		role: row.role,
		...view.leadership,
		fixture: view.fixture,
		...(row.drawn_at ? getLeagueFinals(row, season) : NO_FINALS),
		may: computeLeaguePermissions(buildLeagueSnapshot(row, season, view.now), row.role),
		...view.place,
		createdAt: row.created_at.toISOString(),
	};
}
