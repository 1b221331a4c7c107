import type { BodyOf } from "@first-bounce/contract/call";
import type { updateLeague as updateCall } from "@first-bounce/contract/leagues/league-actions";
import { hasDraftStarted } from "@first-bounce/rules/draft/draft-board";
import type { UserId } from "@first-bounce/rules/ids";
import { canChangePrivacy } from "@first-bounce/rules/leagues/league-permissions";
import { refuse } from "../../plugins/refusal.ts";
import { createSquarePicture } from "../media/create-picture.ts";
import { isRejectedName } from "../names/name-queries.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { type AvatarChange, deletePreviousAvatar, saveAvatar } from "./avatar.ts";
import { requireAllowedName, requirePossibleFinalsSeries, requireUpcomingRound } from "./create-league.ts";
import { updateFixture } from "./head-to-head/save-fixture.ts";
import { updateLeagueRow } from "./league-queries.ts";
import { buildLeagueSnapshot, type LeagueRow, type LeagueServices } from "./league-row.ts";
import { buildChangedSettingsColumns } from "./league-settings.ts";
import { getSizeAfterMove } from "./league-view.ts";
import { requireRight, withLockedLeague } from "./members/league-transaction.ts";

export type LeagueChange = Omit<BodyOf<typeof updateCall>, "leagueId">;

/**
 * Refuses a change of options that are only for head-to-head leagues: in another kind of league, without finals, after the start
 * and, in a draft league, after the start of its draft.
 */
function requireChangeableOptions(
	league: LeagueRow,
	settings: ReturnType<typeof buildChangedSettingsColumns>,
	hasStarted: boolean,
): void {
	const hasConsolationChanged = settings.consolation_games !== league.consolation_games;
	const hasAverageChanged = settings.average_game !== league.average_game;
	if (!hasConsolationChanged && !hasAverageChanged && settings.median_game === league.median_game) return;
	if (league.type !== "h2h") throw refuse(422, "league-not-h2h");
	if (hasAverageChanged && league.class !== "draft") throw refuse(422, "draft-unknown");
	if (hasStarted) throw refuse(422, "league-started");
	if (league.draft_state !== null && hasDraftStarted(league.draft_state)) throw refuse(409, "draft-started");
	if (settings.consolation_games && !league.finals) throw refuse(422, "league-no-finals");
}

/** Refuses to change the size of a league that is not head-to-head or has started, or to one with fewer places than teams. */
function requireChangeableSize(league: LeagueRow, size: number, season: SeasonSnapshot, hasStarted: boolean): void {
	if (league.type !== "h2h" || league.class === "draft") throw refuse(422, "league-not-h2h");
	if (hasStarted) throw refuse(422, "league-started");
	const sizes = season.rules.leagues.h2hSizes.filter((allowed) => allowed >= league.num_teams);
	if (!sizes.includes(size)) throw refuse(422, "league-size", { sizes: sizes.join(", ") });
}

/** Changes a league's settings. After a change of start or size its fixture is drawn again, or deleted if the league is not full. */
export async function updateLeague(
	services: LeagueServices,
	userId: UserId,
	id: number,
	change: LeagueChange,
	picture: Buffer | null,
): Promise<void> {
	const square = picture ? await createSquarePicture(picture) : null;
	const avatarChange: AvatarChange = square ?? (change.avatar === null ? "remove" : null);
	const leagueBefore = await withLockedLeague(
		services,
		{ id },
		userId,
		async ({ trx, league, season, now, hasStarted }) => {
			requireRight(league, "edit");
			const { name = league.name, colour = league.colour } = change;
			const settings = buildChangedSettingsColumns(league, change);
			requireChangeableOptions(league, settings, hasStarted);
			// A draft league starts in the first round after its draft.
			const startId = league.class === "draft" ? league.start_id : (change.startId ?? league.start_id);
			if (name !== league.name) requireAllowedName(name);
			if (name !== league.name && (await isRejectedName(trx, { kind: "league", ownerId: league.id }, name)))
				throw refuse(422, "league-name-rejected");
			if (settings.privacy !== league.privacy && !canChangePrivacy(buildLeagueSnapshot(league, season, now)))
				throw refuse(422, league.privacy === "private" ? "league-private-started" : "league-public-joined");
			const isStartMoved = startId !== league.start_id;
			if (isStartMoved && hasStarted) throw refuse(422, "league-started");
			if (isStartMoved) requireUpcomingRound(season, startId, now);
			const isResized = change.size !== undefined && change.size !== league.size;
			const wantedSize = change.size ?? league.size;
			if (isResized) requireChangeableSize(league, wantedSize, season, hasStarted);
			if ((isStartMoved || isResized) && league.finals_series) requirePossibleFinalsSeries(season, startId, wantedSize);
			const size = isStartMoved
				? getSizeAfterMove({ ...league, start_id: startId, size: wantedSize }, season)
				: wantedSize;
			if (size < league.num_teams) throw refuse(422, "league-size-rounds", { most: size });
			await updateLeagueRow(trx, league.id, { ...settings, name, colour, start_id: startId, size });
			if (isStartMoved || isResized) await updateFixture(trx, { ...league, start_id: startId, size }, season, now);
			await saveAvatar(services, trx, league, avatarChange);
			return league;
		},
	);
	if (avatarChange !== null) await deletePreviousAvatar(services, leagueBefore);
}
